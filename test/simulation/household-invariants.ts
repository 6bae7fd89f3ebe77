import { entitlementOf } from '../../domain/billing/entitlement.ts';
import { arePaid } from '../../domain/billing/terms.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { allows, type Plan } from '../../domain/plans/plan.ts';
import type { Destination } from '../../domain/posts/values.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { paymentSettlement } from '../../processes/billing/payment-settlement.ts';
import { planOfOwner } from '../../processes/billing/plan-of-owner.ts';
import { subscriptionTimers } from '../../processes/billing/subscription-timers.ts';
import { unusedSubscriptions } from '../../processes/billing/unused-subscriptions.ts';
import { workspaceGrace } from '../../processes/billing/workspace-grace.ts';
import { invitationMails } from '../../processes/workspaces/invitation-mails.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import { people, type Household } from './household.ts';
import type { Pending } from './pending.ts';
import { workspaceId } from './simulated-platforms.ts';

/** Who pays for what renews, owns a workspace: no other person sees the subscription and can end it. */
const ofPayers = (household: Household): readonly Pending[] =>
  people.flatMap((ownerId): readonly Pending[] => {
    const state = household.subscriptionOf(ownerId);
    if (!state) return [];
    const name = `the subscription of ${ownerId}`;
    if (state.payment) return [{ name: `${name}, being paid`, timers: [`${paymentSettlement.name}/${ownerId}`] }];
    const timers = [
      ...(state.pending || state.graceUntil !== null ? [`${subscriptionTimers.name}/${ownerId}`] : []),
      ...(arePaid(state) && state.pending?.type !== 'cancellation' && household.workspace.ownerId !== ownerId
        ? [`${unusedSubscriptions.name}/${ownerId}`]
        : []),
    ];
    return [{ name, timers }];
  });

/** What the people of a household have begun, and the plan that follows what is paid for. */
export const pendingOfHousehold = (household: Household, now: string): readonly Pending[] => {
  const state = household.workspace;
  const { ownerId, plan, grace, transfer, invitations } = state;
  const entitled = entitlementOf(household.subscriptionOf(ownerId), now).plan;
  const unmailed = Object.entries(invitations).filter(([, { mailed, sending }]) => mailed < sending);
  return [
    ...ofPayers(household),
    ...(plan === entitled
      ? []
      : [{ name: `the plan ${plan} of the workspace`, timers: [`${planOfOwner.name}/${ownerId}`] }]),
    ...(grace ? [{ name: 'the grace', timers: [`${workspaceGrace.name}/${workspaceId}`] }] : []),
    ...unmailed.map(([id]) => ({
      name: `the invitation ${id}`,
      timers: [`${invitationMails.name}/${id}`],
      stop: () => workspace.decide({ type: 'delete-invitation', invitationId: id, by: ownerId }, state),
    })),
    ...(transfer && transfer.expiresAt > now
      ? [
          {
            name: 'the offer',
            timers: [],
            stop: () => workspace.decide({ type: 'cancel-transfer', by: ownerId, now }, state),
          },
        ]
      : []),
  ];
};

/** What must hold when all has settled: nothing lasts beyond what is paid for, and each payer can end it. */
export const householdViolations = (household: Household, now: string): readonly string[] => {
  const { ownerId, plan, grace, invitations } = household.workspace;
  const entitled = entitlementOf(household.subscriptionOf(ownerId), now).plan;
  return [
    ...(plan === entitled ? [] : [`the workspace has the plan ${plan}, and its owner ${ownerId} has ${entitled}`]),
    ...(grace ? [`the grace until ${grace.until} has not ended at ${now}`] : []),
    ...people.flatMap((person) => {
      const state = household.subscriptionOf(person);
      const isAlone = state && arePaid(state) && state.pending?.type !== 'cancellation' && ownerId !== person;
      return isAlone ? [`${person} pays for ${state.plan} without a workspace, and it renews`] : [];
    }),
    ...Object.entries(invitations).flatMap(([id, { mailed, sending }]) =>
      mailed < sending ? [`the mail ${sending} of the invitation ${id} has no outcome`] : [],
    ),
  ];
};

/** A service may be frozen between its look at the plan and what it then begins. */
const frozenMs = 120_000;

type Sent = Readonly<{ origin?: Readonly<{ kind: string }> }>;

const beginsBroadcast: ReadonlySet<string> = new Set([
  'BroadcastSendingStarted',
  'BroadcastRetryStarted',
  'BroadcastResumed',
]);

/** When something was so, in milliseconds: from a moment on, until another one. */
type Spans = readonly Readonly<{ from: number; until: number }>[];

const spansOf = (changes: readonly Readonly<{ at: number; is: boolean }>[]): Spans =>
  changes.flatMap(({ at, is }, index) => (is ? [{ from: at, until: changes[index + 1]?.at ?? Infinity }] : []));

const isLongSince = (spans: Spans, at: number): boolean =>
  spans.some(({ from, until }) => at > from + frozenMs && at < until);

/** Nothing that the plan no longer has goes out, and nothing from an account that it no longer has room for. */
export const belowPlanViolations = ({ log }: MemoryEventStore): readonly string[] => {
  const at = ({ meta }: Recorded): number => Date.parse(meta.occurredAt);
  const plans = log.filter(({ type }) => type === 'WorkspaceCreated' || type === 'WorkspacePlanChanged');
  const without = (feature: 'sequences' | 'broadcasts'): Spans =>
    spansOf(plans.map((event) => ({ at: at(event), is: !allows((event.data as { plan: Plan }).plan, feature) })));
  const closed = { sequence: without('sequences'), broadcast: without('broadcasts') };
  const accountOf = (event: Recorded): string => (event.data as Readonly<{ accountId?: string }>).accountId ?? '';
  const pauses = log.filter(({ type }) => type === 'AccountPaused' || type === 'AccountResumed');
  const paused = (accountId: string): Spans =>
    spansOf(
      pauses
        .filter(({ stream }) => stream === `account-${accountId}`)
        .map((event) => ({ at: at(event), is: event.type === 'AccountPaused' })),
    );
  const runs = new Map(
    log.flatMap(({ type, data }) => {
      const { destinations = [] } = type === 'PostCreated' ? (data as { destinations: Destination[] }) : {};
      return destinations.map(({ postPlatformId, accountId }) => [postPlatformId, accountId] as const);
    }),
  );
  return log.flatMap((event) => {
    // A broadcast that has begun is sent to its end.
    if (beginsBroadcast.has(event.type) && isLongSince(closed.broadcast, at(event)))
      return [`${event.type} of ${event.stream} came long after the plan had lost broadcasts`];
    if (event.type === 'MessageSendStarted' && (event.data as Sent).origin?.kind === 'sequence')
      return isLongSince(closed.sequence, at(event))
        ? [`a sequence sent to ${event.stream} long after the plan had lost it`]
        : [];
    if (event.type !== 'DestinationSendStarted') return [];
    const accountId = accountOf(event) || runs.get((event.data as { postPlatformId: string }).postPlatformId);
    return accountId !== undefined && isLongSince(paused(accountId), at(event))
      ? [`${event.stream} was sent from ${accountId} long after it was paused`]
      : [];
  });
};
