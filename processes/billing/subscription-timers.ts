import { subscription } from '../../domain/billing/subscription.ts';
import { processOf } from '../kernel/process.ts';
import { pauseAccounts } from './fit-accounts.ts';
import { workspacesOf } from './workspaces-of.ts';

/** What a subscription waits for: the end of the paid period, and the end of a grace. ISO 8601. */
export type Waiting = Readonly<{
  ownerId: string;
  effectiveDate?: string | undefined;
  graceUntil?: string | undefined;
}>;

export type TimerAction =
  | Readonly<{ type: 'apply'; ownerId: string; effectiveDate: string }>
  | Readonly<{ type: 'end-grace'; ownerId: string; graceUntil: string }>;

const ownerOf = (stream: string): string => stream.slice('subscription-'.length);

const waitingFor = (waiting: Waiting): Waiting | undefined =>
  waiting.effectiveDate === undefined && waiting.graceUntil === undefined ? undefined : waiting;

/**
 * Lets a downgrade or cancellation take effect when the paid period ends, and pauses the accounts
 * beyond the plan when the grace after it ends.
 */
export const subscriptionTimers = processOf<Waiting, TimerAction>()({
  name: 'subscription-timers',
  description: 'Lets pending changes of subscriptions take effect, and ends the grace after them.',
  beginsByItself: true,
  on: {
    SubscriptionChangePending: (waiting, { stream, data }) => ({
      ...waiting,
      ownerId: ownerOf(stream),
      effectiveDate: data.effectiveDate,
    }),
    SubscriptionChangeWithdrawn: (waiting) => waiting && waitingFor({ ...waiting, effectiveDate: undefined }),
    SubscriptionTermsChanged: (_, { stream, data }) =>
      waitingFor({ ownerId: ownerOf(stream), graceUntil: data.graceUntil ?? undefined }),
    // Nothing is left that a plan could change; the provider ends the subscription by itself.
    UserDeleted: () => undefined,
    SubscriptionGraceEnded: (waiting) => waiting && waitingFor({ ...waiting, graceUntil: undefined }),
  },
  instancesOf: (event) => (event.type === 'UserDeleted' ? event.data.userId : ownerOf(event.stream)),
  outlivesWorkspace: () => true,
  next: ({ ownerId, effectiveDate, graceUntil }) => {
    const isGraceNext = graceUntil !== undefined && (effectiveDate === undefined || graceUntil < effectiveDate);
    if (isGraceNext) return { at: graceUntil, action: { type: 'end-grace', ownerId, graceUntil } };
    return effectiveDate === undefined
      ? undefined
      : { at: effectiveDate, action: { type: 'apply', ownerId, effectiveDate } };
  },
  act: async (action, context) => {
    const { ownerId } = action;
    if (action.type === 'apply') {
      const { effectiveDate } = action;
      const command = { type: 'apply-pending', effectiveDate } as const;
      await context.send(subscription, ownerId, command, { step: `apply/${effectiveDate}`, shared: true });
      return;
    }
    const { graceUntil } = action;
    const state = (await context.load(subscription, ownerId, 'latest', { shared: true }))?.state;
    if (state?.graceUntil !== graceUntil) return;
    const { plan, keptAccounts: kept } = state;
    let pausedAccounts = 0;
    for (const { id: workspaceId } of await workspacesOf(ownerId, context))
      pausedAccounts += (await pauseAccounts({ workspaceId, plan, kept, step: graceUntil }, context)).length;
    await context.send(
      subscription,
      ownerId,
      { type: 'end-grace', graceUntil, plan, pausedAccounts },
      { step: `end-grace/${graceUntil}`, shared: true },
    );
  },
});
