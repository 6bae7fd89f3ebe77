import { subscription } from '../../domain/billing/subscription.ts';
import { arePaid } from '../../domain/billing/terms.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { CommandHandler } from '../kernel/handle.ts';
import type { BillingPorts } from './ports.ts';
import { cancelAtPeriodEnd } from './change-terms.ts';

/**
 * Where the subscription can be cancelled that was bought in a workspace and renews. Another
 * workspace of the same owner can be deleted: the subscription goes on in the one it was bought in.
 */
export const activeSubscriptionOf =
  (commands: Pick<CommandHandler, 'load'>) =>
  async (workspaceId: string): Promise<Readonly<{ cancelUrl: string }> | undefined> => {
    const ownerId = (await commands.load(workspace, workspaceId, workspaceId))?.state?.ownerId;
    if (ownerId === undefined) throw notFound('workspace');
    const state = (await commands.load(subscription, ownerId, undefined))?.state;
    const renews = state !== undefined && arePaid(state) && state.pending?.type !== 'cancellation';
    return renews && state.workspaceId === workspaceId ? { cancelUrl: '/v1/billing/cancel' } : undefined;
  };

/** Ends the renewing subscription of a person with its period, before their account is deleted. */
export const cancelForDeletion =
  (ports: BillingPorts) =>
  async (ownerId: string, context: WriteContext): Promise<void> => {
    const subscribed = (await context.load(subscription, ownerId, { shared: true }))?.state;
    const isPaid = subscribed !== undefined && arePaid(subscribed);
    if (!isPaid || subscribed.pending?.type === 'cancellation') return;
    const { workspaceId, mode } = subscribed;
    await cancelAtPeriodEnd({ ownerId, workspaceId, mode, subscribed }, context, ports);
  };
