import { account } from '../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../domain/accounts/account-state.ts';
import { canReport, type SubscriptionOutcome } from '../../domain/accounts/event-subscription.ts';
import type { EventOfType } from '../../domain/events.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { takePlaceAtServer } from './place-at-server.ts';
import { processOf } from '../kernel/process.ts';

/** One account whose platform can report what happens to it. */
export type SubscriptionWatch = Readonly<{
  accountId: string;
  /** When the platform is asked next; null while another event has to come first. */
  at: string | null;
  /** The platform refuses the token: nothing is asked until it is accepted again. */
  isLost?: true;
}>;

export type AskToReport = Readonly<{ accountId: string; at: string }>;

/** Subscribes an account to its platform's events, or checks that it is subscribed. */
export type SubscribeToEvents = (
  state: ConnectedAccount,
  scope: Readonly<{ workspaceId: string; mode: Mode }>,
) => Promise<SubscriptionOutcome>;

type Connected = EventOfType<'AccountConnected' | 'AccountReconnected' | 'AccountRecovered'>;

const begun = (
  _watch: SubscriptionWatch | undefined,
  { data: { accountId, platform }, meta }: Connected,
): SubscriptionWatch | undefined => (canReport(platform) ? { accountId, at: meta.occurredAt } : undefined);

const again = (
  watch: SubscriptionWatch | undefined,
  { meta }: EventOfType<'AccountPageSelected' | 'AccountPageCleared'>,
) => watch && { ...watch, at: meta.occurredAt };

const checked = (
  watch: SubscriptionWatch | undefined,
  { data }: EventOfType<'AccountEventsSubscribed' | 'AccountEventsNotSubscribed'>,
): SubscriptionWatch | undefined => {
  if (!watch) return undefined;
  // Before checks named their page, one of the page before could be recorded after the choice of another.
  const isNewer = watch.at !== null && watch.at > data.checkedAt;
  return isNewer ? watch : { ...watch, at: data.nextCheckAt };
};

/**
 * Asks platforms to report what happens to accounts, when an account is connected, when its page is
 * chosen, and daily. The end of a subscription belongs to the release of the account, which still
 * has its tokens.
 */
export const eventSubscriptions = processOf<
  SubscriptionWatch,
  AskToReport,
  Readonly<{ subscribeToEvents: SubscribeToEvents }>
>()({
  name: 'event-subscriptions',
  description: 'Subscribes accounts to the webhooks of their platforms, and checks that they are subscribed.',
  // A subscription that is made again changes nothing, and only accounts that are connected now are asked about.
  beginsByItself: true,
  on: {
    AccountConnected: begun,
    AccountReconnected: begun,
    AccountRecovered: begun,
    AccountPageSelected: again,
    AccountPageCleared: again,
    // The account was connected before the service could subscribe to its platform.
    CommentsRead: (watch, { data: { accountId, platform }, meta }) =>
      watch ?? (canReport(platform) ? { accountId, at: meta.occurredAt } : undefined),
    AccountEventsSubscribed: checked,
    AccountEventsNotSubscribed: checked,
    AccountErrored: (watch) => watch && { ...watch, isLost: true },
    AccountDisconnected: () => undefined,
  },
  instancesOf: ({ data }) => data.accountId,
  next: ({ accountId, at, isLost }) => (at === null || isLost ? undefined : { at, action: { accountId, at } }),
  act: async ({ accountId, at }, context, { subscribeToEvents }) => {
    const { workspaceId, mode } = context;
    const state = (await context.load(account, accountId))?.state;
    // Its connection or its recovery begins the instance again.
    if (state?.status !== 'ACTIVE') return context.endInstance();
    await takePlaceAtServer(state, context);
    const checkedAt = context.now().toISOString();
    const outcome = await subscribeToEvents(state, { workspaceId, mode });
    const command = { type: 'record-subscription', pageId: state.page?.id, checkedAt, outcome } as const;
    await context.send(account, accountId, command, { step: `subscription/${at}/${checkedAt}` });
  },
});
