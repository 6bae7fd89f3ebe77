import type { Kysely } from 'kysely';
import { subscriptionOf, type ConnectedAccount } from '../../../domain/accounts/account-state.ts';
import { platformAccountOf } from '../../../domain/accounts/platform-account.ts';
import type { SubscriptionOutcome } from '../../../domain/accounts/event-subscription.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { AddressOf, EventSubscriber, EventSubscription } from '../../../domain/platforms/event-subscriber.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { PlatformAccount } from '../../../domain/platforms/publisher.ts';
import type { EndSubscription } from '../../../commands/accounts/forget-tokens.ts';
import type { SubscribeToEvents } from '../../../processes/accounts/event-subscriptions.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { CommunityCalls } from '../comments/community-calls.ts';
import type { AdaptersByMode } from './platform-connectors.ts';
import type { ReportAddresses } from './report-addresses.ts';

type Parts = Readonly<{
  adapters: AdaptersByMode;
  calls: Pick<CommunityCalls, 'call'>;
  addresses: ReportAddresses;
  isShared: IsShared;
}>;

/** Whether another connected account has the same subscription at the platform. */
export type IsShared = (
  subscription: EventSubscription,
  of: Readonly<{
    platform: Platform;
    accountId: string;
    /** Instagram's logins are two applications. */
    oauthVersion: string | undefined;
    sharesWith: readonly Platform[];
  }>,
) => Promise<boolean>;

/** Looks in the read model of accounts. One that is behind costs a subscription until the next daily check at most. */
export const sharedInReadModel =
  (db: Kysely<ReadModels>): IsShared =>
  async ({ source, id }, { platform, accountId, oauthVersion, sharesWith }) => {
    const other = await db
      .selectFrom('accounts')
      .select('id')
      .where(({ and, eb, or }) => {
        const same = and([
          eb('platform', '=', platform),
          eb('event_source', '=', source),
          eb('oauth_version', 'is not distinct from', oauthVersion ?? null),
        ]);
        if (id === undefined || sharesWith.length === 0) return same;
        return or([same, and([eb('platform', 'in', [...sharesWith]), eb('event_subscription', '=', id)])]);
      })
      .where('id', '<>', accountId)
      .where('status', '<>', 'disconnected')
      .limit(1)
      .executeTakeFirst();
    return other !== undefined;
  };

const failed = (
  reason: Extract<SubscriptionOutcome, { kind: 'failed' }>['reason'],
  message: string,
): SubscriptionOutcome => ({ kind: 'failed', reason, message });

const outcomeOf = ({ kind, message, retryAfterSeconds }: PlatformError): SubscriptionOutcome => {
  if (kind === 'refused' || kind === 'unauthorized') return failed('refused', message);
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { kind: 'failed', reason: 'unavailable', message, ...later };
};

const sharedBy = (
  { id: accountId, oauthVersion }: PlatformAccount,
  { platform, sharesWith = [] }: EventSubscriber,
) => ({
  platform,
  accountId,
  oauthVersion,
  sharesWith,
});

/** The subscriptions of accounts at their platforms. */
export const openEventSubscriptions = ({ adapters, calls, addresses, isShared }: Parts) => {
  const subscriberOf = (platform: Platform, mode: Mode): EventSubscriber | undefined =>
    adapters[mode]?.get(platform)?.subscriber;

  const subscribed = async (
    state: ConnectedAccount,
    subscriber: EventSubscriber,
    address: AddressOf,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
  ): Promise<SubscriptionOutcome> => {
    const { platform } = state.profile;
    const of = { id: state.id, platform };
    const known = subscriptionOf(state);
    const isOfPage = known !== undefined && state.reports?.obstacle === undefined;
    const { made, isDropped } = await calls.call(of, scope, {
      operation: 'subscribe',
      run: async (_community, context) => {
        const isChecked = isOfPage && known.expiresAt === undefined;
        if (isChecked && (await subscriber.isSubscribed(known, address, context)))
          return { made: known, isDropped: false };
        return { made: await subscriber.subscribe(address, context), isDropped: isChecked };
      },
    });
    if (known && known.source !== made.source) await leave(state, known, { subscriber, address }, scope);
    return { kind: 'subscribed', ...made, ...(isDropped && known?.source === made.source && { again: true as const }) };
  };

  /** The page that was chosen before reports no more. It may no longer be the account's. */
  const leave = async (
    state: ConnectedAccount,
    subscription: EventSubscription,
    { subscriber, address }: Readonly<{ subscriber: EventSubscriber; address: AddressOf }>,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
  ): Promise<void> => {
    const of = { id: state.id, platform: state.profile.platform };
    if (await isShared(subscription, sharedBy(platformAccountOf(state), subscriber))) return;
    await calls
      .call(of, scope, {
        operation: 'unsubscribe',
        run: (_community, context) => subscriber.unsubscribe(subscription, address, context),
      })
      .catch((error: unknown) => {
        if (!(error instanceof PlatformError)) throw error;
      });
  };

  const subscribe: SubscribeToEvents = async (state, scope) => {
    const { platform } = state.profile;
    const subscriber = subscriberOf(platform, scope.mode);
    if (!subscriber) return failed('not_configured', `${platform} is not subscribed to here`);
    const address = addresses.of(platform, scope.mode);
    if (!address) return failed('no_public_url', 'The service has no public https address');
    const obstacle = subscriber.obstacle?.(platformAccountOf(state));
    if (obstacle) return failed(obstacle.reason, obstacle.message);
    try {
      return await subscribed(state, subscriber, address, scope);
    } catch (error) {
      if (error instanceof PlatformError) return outcomeOf(error);
      throw error;
    }
  };

  const end: EndSubscription = async ({ platform, mode, account, subscription }, credentials) => {
    const subscriber = subscriberOf(platform, mode);
    const address = addresses.of(platform, mode);
    if (!subscriber || !address) return false;
    if (await isShared(subscription, sharedBy(account, subscriber))) return true;
    try {
      await subscriber.unsubscribe(subscription, address, { account, credentials });
      return true;
    } catch (error) {
      if (error instanceof PlatformError) return false;
      throw error;
    }
  };

  return { subscribe, end };
};
