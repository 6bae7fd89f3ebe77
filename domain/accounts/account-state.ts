import { unreachable } from '../kernel/decider.ts';
import {
  type AccountEvent,
  type KnownDestination,
  type Page,
  type Profile,
  type TokenFacts,
} from './account-events.ts';
import type { AccountStatus, DisconnectReason, TokenFailure } from './account-status.ts';
import type { EventSubscription, SubscriptionObstacle } from '../platforms/event-subscriber.ts';
import { defined } from '../kernel/defined.ts';

/** What the platform was asked to report. */
export type AccountReports = Readonly<{
  /** What reports at the platform; kept while a check fails, until the subscription is ended. */
  source?: string;
  subscriptionId?: string;
  expiresAt?: string;
  /** Why the platform does not report. */
  obstacle?: SubscriptionObstacle;
  /** The page whose reports the last check asked for. */
  pageId?: string;
  checkedAt: string;
  failures: number;
  /** Whether a report of the source has arrived. */
  arrived: boolean;
}>;

export type ConnectedAccount = Readonly<{
  id: string;
  status: AccountStatus;
  profile: Profile;
  token: TokenFacts;
  connectionId: string;
  /** Failed renewals since the last successful one. */
  refreshFailures: number;
  page: Page | undefined;
  /** Whether the vault still holds the tokens of this connection. */
  hasTokens: boolean;
  /** Whether the plan has no room for it: it does not publish. */
  paused: boolean;
  /** Undefined until they were listed once. */
  destinations: readonly KnownDestination[] | undefined;
  /** Undefined until the platform was asked to report. */
  reports: AccountReports | undefined;
}>;

/** Undefined: never connected. */
export type AccountState = ConnectedAccount | undefined;

/** What most events of an account name it by. */
export const named = ({ id, profile }: ConnectedAccount) => ({ accountId: id, platform: profile.platform });

/** What the platform was asked to report, and may still report. */
export const subscriptionOf = ({ reports }: ConnectedAccount): EventSubscription | undefined => {
  if (reports?.source === undefined) return undefined;
  const { source, subscriptionId: id, expiresAt } = reports;
  return { source, ...defined({ id, expiresAt }) };
};

/** The fold of the stream. */
export const evolve = (state: AccountState, event: AccountEvent): AccountState => {
  if (event.type === 'AccountConnected' || event.type === 'AccountReconnected') {
    const { accountId, connectionId, connectedById: _, ...facts } = event.data;
    return {
      page: undefined,
      destinations: undefined,
      paused: false,
      reports: undefined,
      ...state,
      id: accountId,
      status: 'ACTIVE',
      profile: profileOf(facts),
      token: tokenOf(facts),
      connectionId,
      refreshFailures: 0,
      hasTokens: true,
    };
  }
  // Total even for a stream that is read from the middle.
  if (!state) return state;
  switch (event.type) {
    case 'AccountDetailsUpdated': {
      const { accountId: _, ...details } = event.data;
      const { avatarUrl: _avatar, accountType: _type, ...rest } = state.profile;
      return { ...state, profile: { ...rest, ...details } };
    }
    case 'AccountTokenRefreshed':
      return { ...state, token: tokenOf(event.data), refreshFailures: 0 };
    case 'AccountLoginEnds':
      return state;
    case 'AccountTokenRefreshFailed':
      return { ...state, refreshFailures: event.data.attempt };
    case 'AccountErrored':
      return {
        ...state,
        status: event.data.status,
        token: { ...state.token, ...lostRenewal(event.data.status, state.token) },
      };
    case 'AccountRecovered':
      return { ...state, status: 'ACTIVE' };
    case 'AccountDestinationsLoaded':
      return { ...state, destinations: event.data.destinations };
    case 'AccountPageSelected':
      return { ...state, page: event.data.page };
    case 'AccountPageCleared':
      return { ...state, page: undefined };
    case 'AccountDisconnected':
      return { ...state, status: statusAfter(event.data.reason) };
    case 'AccountTokensForgotten':
      return { ...state, hasTokens: false };
    case 'AccountPaused':
      return { ...state, paused: true };
    case 'AccountResumed':
      return { ...state, paused: false };
    case 'AccountEventsSubscribed': {
      const { source, subscriptionId, expiresAt, pageId, checkedAt, arrived } = event.data;
      const of = pageId === undefined ? {} : { pageId };
      const until = expiresAt === undefined ? {} : { expiresAt };
      const called = subscriptionId === undefined ? {} : { subscriptionId };
      return { ...state, reports: { ...of, source, ...called, ...until, checkedAt, arrived, failures: 0 } };
    }
    case 'AccountEventsNotSubscribed': {
      const { source, subscriptionId, reason: obstacle, pageId, checkedAt, arrived, attempt: failures } = event.data;
      const before = {
        ...defined({ source, subscriptionId, pageId }),
      };
      return { ...state, reports: { ...before, obstacle, checkedAt, arrived, failures } };
    }
    case 'AccountEventsUnsubscribed':
      return { ...state, reports: undefined };
    case 'AccountEventsArrived':
      return { ...state, reports: state.reports && { ...state.reports, arrived: true } };
    default:
      return unreachable(event);
  }
};

/** An expired or revoked token could not be renewed; an unassessed token remains unassessed. */
export const lostRenewal = (status: TokenFailure, token: Pick<TokenFacts, 'canAutoRefresh'>) =>
  status === 'ERROR' || token.canAutoRefresh === undefined ? {} : { canAutoRefresh: false };

/** A revoked account keeps its status; every other end is `disconnected`. */
export const statusAfter = (reason: DisconnectReason): AccountStatus =>
  reason === 'token_revoked' ? 'REVOKED' : 'disconnected';

const profileOf = ({
  platform,
  nativeId,
  username,
  displayName,
  avatarUrl,
  accountType,
  oauthVersion,
  instanceUrl,
}: Profile): Profile => ({
  platform,
  nativeId,
  username,
  displayName,
  avatarUrl,
  accountType,
  oauthVersion,
  instanceUrl,
});

const tokenOf = ({ tokenVersion, tokenExpiresAt, canAutoRefresh, loginEndsAt, scopes }: TokenFacts): TokenFacts => ({
  tokenVersion,
  tokenExpiresAt,
  canAutoRefresh,
  loginEndsAt,
  scopes,
});
