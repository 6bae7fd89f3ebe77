import { entitlementOf } from '../../domain/billing/entitlement.ts';
import { graceEndOf } from '../../domain/billing/terms.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { processOf } from '../kernel/process.ts';
import { resumeAccounts } from './fit-accounts.ts';
import { workspacesOf } from './workspaces-of.ts';

/** A person whose workspaces may have another plan than their subscription. `at`: since when. */
export type Spreading = Readonly<{ ownerId: string; at: string }>;

/**
 * Gives the workspaces of a person the plan of their subscription. A workspace that was handed over
 * has the plan of its new owner, which is free without a subscription.
 */
export const planOfOwner = processOf<Spreading, Spreading>()({
  name: 'plan-of-owner',
  description: 'Gives the workspaces of a person the plan of their subscription.',
  beginsByItself: true,
  on: {
    SubscriptionStarted: (state, { data, meta }) =>
      data.source === 'purchase' ? { ownerId: data.ownerId, at: meta.occurredAt } : state,
    SubscriptionTermsChanged: (_, { stream, meta }) => ({
      ownerId: stream.slice('subscription-'.length),
      at: meta.occurredAt,
    }),
    OwnershipTransferred: (_, { data, meta }) => ({ ownerId: data.toUserId, at: meta.occurredAt }),
  },
  instancesOf: (event) =>
    event.type === 'OwnershipTransferred' ? event.data.toUserId : event.stream.slice('subscription-'.length),
  outlivesWorkspace: () => true,
  next: (state) => ({ at: state.at, action: state }),
  act: async ({ ownerId, at }, context) => {
    const subscribed = (await context.load(subscription, ownerId, 'latest', { shared: true }))?.state;
    const now = context.now().toISOString();
    const { plan } = entitlementOf(subscribed, now);
    // A workspace that was handed over has the same grace as one whose plan was lowered.
    const graceUntil = subscribed?.graceUntil ?? graceEndOf(at);
    for (const { id } of await workspacesOf(ownerId, context)) {
      const step = `plan/${id}/${at}/${plan}`;
      await context.send(workspace, id, { type: 'change-plan', plan, graceUntil }, { step, workspaceId: id });
      if (!subscribed?.graceUntil)
        await resumeAccounts({ workspaceId: id, plan, kept: subscribed?.keptAccounts ?? [], step: at }, context);
    }
    context.endInstance();
  },
});
