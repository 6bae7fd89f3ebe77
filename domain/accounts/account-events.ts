import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { subscriptionObstacles } from '../platforms/event-subscriber.ts';
import { Platform } from '../platforms/platform.ts';
import { disconnectReasons, tokenFailures } from './account-status.ts';

/** The account as its platform describes it. */
export const Profile = z.object({
  platform: Platform,
  nativeId: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().optional(),
  accountType: z.string().optional(),
  oauthVersion: z.enum(['instagram_login', 'fb_login']).optional(),
  instanceUrl: z.string().optional(),
});
export type Profile = z.output<typeof Profile>;

/** The public facts of a token. */
export const TokenFacts = z.object({
  /**
   * Counts the token pairs that the vault has held for this account; a fact about an older pair
   * does not apply to a newer one.
   */
  tokenVersion: z.int().positive(),
  /** ISO 8601; absent where the token does not expire. */
  tokenExpiresAt: z.string().optional(),
  /** Absent where it was never assessed. */
  canAutoRefresh: z.boolean().optional(),
  /** ISO 8601: when the person has to log in again; absent while the service can prolong the login. */
  loginEndsAt: z.string().optional(),
  scopes: z.array(z.string()).optional(),
});
export type TokenFacts = z.output<typeof TokenFacts>;

const Page = z.object({ id: z.string(), name: z.string().optional() });
export type Page = z.output<typeof Page>;

export const KnownDestination = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  username: z.string().optional(),
  avatarUrl: z.string().optional(),
});
export type KnownDestination = z.output<typeof KnownDestination>;

const account = { accountId: z.string(), platform: Platform };
const connection = z.object({
  accountId: z.string(),
  /** The command that finished this authorization: repeating it changes nothing. */
  connectionId: z.string(),
  ...Profile.shape,
  ...TokenFacts.shape,
  /** The person who connected it; null for an API key. */
  connectedById: z.string().nullable(),
});
const personal = { subject: 'accountId', fields: ['username', 'displayName', 'avatarUrl'] };

export const AccountConnected = defineEvent('AccountConnected', connection, {
  description: 'An account of a platform was connected to the workspace.',
  personal,
});
export const AccountReconnected = defineEvent('AccountReconnected', connection, {
  description: 'A known account was authorized again, with new tokens.',
  personal,
});
export const AccountDetailsUpdated = defineEvent(
  'AccountDetailsUpdated',
  z.object({
    accountId: z.string(),
    ...Profile.pick({ username: true, displayName: true, avatarUrl: true, accountType: true }).shape,
  }),
  { description: 'The platform reports a new name, picture or type of the account.', personal },
);
export const AccountTokenRefreshed = defineEvent(
  'AccountTokenRefreshed',
  z.object({ accountId: z.string(), ...TokenFacts.shape }),
  { description: 'The token of the account was renewed and stored; it is not in the event.' },
);
export const AccountLoginEnds = defineEvent(
  'AccountLoginEnds',
  z.object({
    ...account,
    /** ISO 8601. */
    loginEndsAt: z.string(),
    /** Whether the account publishes on with a token of its page. */
    publishesOn: z.boolean(),
  }),
  { description: 'The platform ends the login of the person, and only a new login prolongs it; once for each login.' },
);
export const AccountTokenRefreshFailed = defineEvent(
  'AccountTokenRefreshFailed',
  z.object({
    accountId: z.string(),
    /** Counts the failures since the last renewal, from one. */
    attempt: z.int().positive(),
    error: z.string(),
    /** ISO 8601 on the workspace's clock. */
    retryAt: z.string(),
  }),
  { description: 'A renewal of the token failed and will be retried. The account does not change.' },
);
export const AccountErrored = defineEvent(
  'AccountErrored',
  z.object({ ...account, status: z.enum(tokenFailures), error: z.string() }),
  { description: 'The token of the account no longer publishes.' },
);
export const AccountRecovered = defineEvent('AccountRecovered', z.object(account), {
  description: 'The account publishes again.',
});
export const AccountDestinationsLoaded = defineEvent(
  'AccountDestinationsLoaded',
  z.object({ accountId: z.string(), destinations: z.array(KnownDestination) }),
  { description: 'The Pages, boards or other places the account can publish to were listed.' },
);
export const AccountPageSelected = defineEvent('AccountPageSelected', z.object({ accountId: z.string(), page: Page }), {
  description: 'The place the account publishes to was chosen.',
});
export const AccountPageCleared = defineEvent('AccountPageCleared', z.object({ accountId: z.string() }), {
  description: 'The account publishes as itself again.',
});
export const AccountDisconnected = defineEvent(
  'AccountDisconnected',
  z.object({ ...account, reason: z.enum(disconnectReasons) }),
  { description: 'The account was disconnected, by a person or by its platform.' },
);

export const AccountTokensForgotten = defineEvent(
  'AccountTokensForgotten',
  z.object({
    accountId: z.string(),
    /** Whether the platform confirmed the revocation of the tokens. */
    revoked: z.boolean(),
  }),
  { description: 'The tokens of a disconnected account were deleted.' },
);

export const AccountPaused = defineEvent('AccountPaused', z.object(account), {
  description: 'The account does not publish, because the plan allows fewer accounts.',
});
export const AccountResumed = defineEvent('AccountResumed', z.object(account), {
  description: 'The plan has room for a paused account again.',
});

const checked = {
  ...account,
  /** The page whose reports were asked for, where one was chosen. */
  pageId: z.string().optional(),
  /** ISO 8601, on the workspace's clock. */
  checkedAt: z.string(),
  /** When the subscription is looked at again; null where another event brings the next try. */
  nextCheckAt: z.string().nullable(),
  /** Whether a report of the source has arrived. */
  arrived: z.boolean(),
};

export const AccountEventsSubscribed = defineEvent(
  'AccountEventsSubscribed',
  z.object({
    ...checked,
    /** The platform's id of what reports: a bot, a Page, a business account, a person. */
    source: z.string(),
    /** The platform's name of the subscription, where it has one. */
    subscriptionId: z.string().optional(),
    /** ISO 8601, where the subscription ends by itself. */
    expiresAt: z.string().optional(),
    /** ISO 8601: the check that had found the subscription last, where the platform dropped it since. */
    missedSince: z.string().optional(),
  }),
  { description: 'The platform reports what happens to the account, since now or as a check has found.' },
);
export const AccountEventsNotSubscribed = defineEvent(
  'AccountEventsNotSubscribed',
  z.object({
    ...checked,
    /** What was subscribed to before, and may still report. */
    source: z.string().optional(),
    subscriptionId: z.string().optional(),
    reason: z.enum(subscriptionObstacles),
    message: z.string(),
    /** Counts the failures since the last success, from one. */
    attempt: z.int().positive(),
  }),
  { description: 'The platform could not be made to report what happens to the account.' },
);
export const AccountEventsUnsubscribed = defineEvent(
  'AccountEventsUnsubscribed',
  z.object({ ...account, source: z.string() }),
  { description: 'The platform no longer reports what happens to the account, as was asked for.' },
);
export const AccountEventsArrived = defineEvent('AccountEventsArrived', z.object({ ...account, source: z.string() }), {
  description: 'The first report of the platform about the account arrived.',
});

export const accountEvents = [
  AccountConnected,
  AccountReconnected,
  AccountDetailsUpdated,
  AccountTokenRefreshed,
  AccountLoginEnds,
  AccountTokenRefreshFailed,
  AccountErrored,
  AccountRecovered,
  AccountDestinationsLoaded,
  AccountPageSelected,
  AccountPageCleared,
  AccountDisconnected,
  AccountTokensForgotten,
  AccountPaused,
  AccountResumed,
  AccountEventsSubscribed,
  AccountEventsNotSubscribed,
  AccountEventsUnsubscribed,
  AccountEventsArrived,
] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;
