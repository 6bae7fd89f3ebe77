import type { Platform } from './platform.ts';
import type { PlatformAccount, RunContext } from './publisher.ts';

/** Where a platform reports to. */
export type ReportAddress = Readonly<{
  /** Public; every account of one source has the same. */
  url: string;
  /** 32 hex digits, for platforms that repeat a secret or sign with one; the same for one address. */
  secret: string;
}>;

/** The address for one of the platform's ids: a path below the address of the platform. */
export type AddressOf = (source?: string) => ReportAddress;

/** What a platform keeps about a subscription. */
export type EventSubscription = Readonly<{
  /**
   * The platform's id of what reports: a bot, a Page, a business account, a person. Accounts with the
   * same source share the subscription.
   */
  source: string;
  /** What the platform calls the subscription, where a later call has to name it. */
  id?: string;
  /** ISO 8601, where the subscription ends by itself. It is made again before. */
  expiresAt?: string;
}>;

export const subscriptionObstacles = [
  /** The operator has not configured what the call needs. */
  'not_configured',
  /** The service has no address that a platform can reach. */
  'no_public_url',
  /** The person did not grant what the call needs. */
  'missing_scope',
  /** No Page or number is chosen. */
  'no_destination',
  /** The platform refuses. */
  'refused',
  /** No answer, or a limit: a later try may succeed. */
  'unavailable',
] as const;
export type SubscriptionObstacle = (typeof subscriptionObstacles)[number];

/**
 * One platform's way to report what happens to an account: comments, mentions, messages. Absent
 * where a platform has none for single accounts. Every method throws only `PlatformError`.
 */
export interface EventSubscriber {
  readonly platform: Platform;
  /**
   * Platforms whose subscriptions with the same `id` are the same one at the platform: accounts of
   * Instagram that report by their Facebook Page.
   */
  readonly sharesWith?: readonly Platform[];
  /** What is known before a call to be in its way. */
  obstacle?(account: PlatformAccount): Readonly<{ reason: SubscriptionObstacle; message: string }> | undefined;
  /** Makes the subscription. Making it again changes nothing. */
  subscribe(address: AddressOf, context: RunContext): Promise<EventSubscription>;
  /**
   * Whether the platform still has the subscription, for this address. False too where the account
   * has another source now, such as another Page.
   */
  isSubscribed(subscription: EventSubscription, address: AddressOf, context: RunContext): Promise<boolean>;
  /** Ends the subscription. One that is gone already is no failure. */
  unsubscribe(
    subscription: EventSubscription,
    address: AddressOf,
    context: Pick<RunContext, 'account' | 'credentials'>,
  ): Promise<void>;
}
