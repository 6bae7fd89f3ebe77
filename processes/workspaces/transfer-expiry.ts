import { workspace } from '../../domain/workspaces/workspace.ts';
import { processOf } from '../kernel/process.ts';

/** A workspace that was offered to a member who has not answered. `at`: when the offer ends, ISO 8601. */
type Offer = Readonly<{ requestId: string; at: string }>;

/**
 * Ends an offer of ownership when its time is up, so that both people hear of it. No answer is accepted from that
 * moment on, also before this process has come to it.
 */
export const transferExpiry = processOf<Offer, Offer, object>()({
  name: 'transfer-expiry',
  description: 'Ends offers of ownership that were not answered in time.',
  on: {
    OwnershipTransferRequested: (_, { data: { requestId, expiresAt } }) => ({ requestId, at: expiresAt }),
    OwnershipTransferCancelled: () => undefined,
    OwnershipTransferDeclined: () => undefined,
    OwnershipTransferExpired: () => undefined,
    OwnershipTransferred: () => undefined,
  },
  instancesOf: ({ data }) => data.requestId,
  next: (offer) => ({ at: offer.at, action: offer }),
  act: async ({ requestId }, context) => {
    const now = context.now().toISOString();
    await context.send(workspace, context.workspaceId, { type: 'expire-transfer', requestId, now }, { step: 'expire' });
    context.endInstance();
  },
});
