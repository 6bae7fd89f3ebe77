import { unreachable, type Decider } from '../kernel/decider.ts';
import { isSameValue } from '../kernel/changed-fields.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  AccountConnected,
  AccountDestinationsLoaded,
  AccountDetailsUpdated,
  AccountDisconnected,
  AccountErrored,
  AccountEventsArrived,
  AccountEventsNotSubscribed,
  AccountEventsSubscribed,
  AccountEventsUnsubscribed,
  AccountPageCleared,
  AccountPageSelected,
  AccountLoginEnds,
  AccountPaused,
  AccountReconnected,
  AccountRecovered,
  AccountResumed,
  AccountTokenRefreshed,
  AccountTokenRefreshFailed,
  AccountTokensForgotten,
  type AccountEvent,
  type KnownDestination,
  type Page,
  type Profile,
  type TokenFacts,
} from './account-events.ts';
import type { AccountStatus, DisconnectReason, TokenFailure } from './account-status.ts';
import { destinationRule } from './destination-rules.ts';
import { nextCheckAt, type SubscriptionOutcome } from './event-subscription.ts';
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

/** What the platform was asked to report, and may still report. */
export const subscriptionOf = ({ reports }: ConnectedAccount): EventSubscription | undefined => {
  if (reports?.source === undefined) return undefined;
  const { source, subscriptionId: id, expiresAt } = reports;
  return { source, ...defined({ id, expiresAt }) };
};

type Details = Pick<Profile, 'username' | 'displayName' | 'avatarUrl' | 'accountType'>;

export type AccountCommand =
  | Readonly<{
      type: 'connect';
      accountId: string;
      connectionId: string;
      profile: Profile;
      token: TokenFacts;
      connectedById: string | null;
    }>
  | Readonly<{ type: 'record-refresh'; token: TokenFacts }>
  | Readonly<{ type: 'record-refresh-failure'; attempt: number; error: string; retryAt: string }>
  /**
   * The token no longer works. `tokenVersion` is the pair for which this was found: it does not
   * apply to a newer pair.
   */
  | Readonly<{ type: 'record-token-failure'; tokenVersion: number; status: TokenFailure; error: string }>
  /** The platform accepted the token of this version. */
  | Readonly<{ type: 'confirm-token'; tokenVersion: number }>
  | Readonly<{ type: 'update-details'; details: Details }>
  | Readonly<{ type: 'load-destinations'; destinations: readonly KnownDestination[] }>
  | Readonly<{
      type: 'select-page';
      /** Empty clears the selection. */
      pageId: string;
      pageName?: string | undefined;
      /** Whether another account of the workspace has this page among its own. */
      isAnotherAccounts: boolean;
    }>
  /** The plan has no room for it any more. */
  | Readonly<{ type: 'pause' }>
  | Readonly<{ type: 'resume' }>
  | Readonly<{ type: 'disconnect'; reason: DisconnectReason }>
  /** The platform was asked to report, or whether it does. */
  | Readonly<{
      type: 'record-subscription';
      /** The page whose reports were asked for; undefined where none was chosen. */
      pageId: string | undefined;
      checkedAt: string;
      outcome: SubscriptionOutcome;
    }>
  /** A report of the platform about the account arrived. */
  | Readonly<{ type: 'note-report' }>
  /** The tokens of a disconnected account were deleted from the vault, and its subscription was ended before. */
  | Readonly<{ type: 'forget-tokens'; revoked: boolean; unsubscribed?: boolean | undefined }>;

const decide = (command: AccountCommand, state: AccountState): readonly AccountEvent[] => {
  if (command.type === 'connect') return connected(command, state);
  if (!state) throw notFound('account');
  switch (command.type) {
    case 'record-refresh':
      if (state.status === 'disconnected' || command.token.tokenVersion <= state.token.tokenVersion) return [];
      return [
        AccountTokenRefreshed({ accountId: state.id, ...command.token }),
        ...recovered(state),
        ...loginEnds(command, state),
      ];
    case 'record-refresh-failure': {
      const { attempt, error, retryAt } = command;
      if (state.status === 'disconnected' || attempt <= state.refreshFailures) return [];
      return [AccountTokenRefreshFailed({ accountId: state.id, attempt, error, retryAt })];
    }
    case 'record-token-failure':
      return tokenFailed(command, state);
    case 'confirm-token':
      return command.tokenVersion === state.token.tokenVersion ? recovered(state) : [];
    case 'update-details':
      return sameDetails(command.details, state.profile)
        ? []
        : [AccountDetailsUpdated({ accountId: state.id, ...command.details })];
    case 'load-destinations': {
      const destinations = [...command.destinations];
      return isSameValue(destinations, state.destinations)
        ? []
        : [AccountDestinationsLoaded({ accountId: state.id, destinations })];
    }
    case 'select-page':
      return selected(command, state);
    case 'pause':
      return state.paused || state.status === 'disconnected' ? [] : [AccountPaused(named(state))];
    case 'resume':
      return state.paused ? [AccountResumed(named(state))] : [];
    case 'disconnect':
      return state.status === 'disconnected' ? [] : [AccountDisconnected({ ...named(state), reason: command.reason })];
    case 'record-subscription':
      return subscribed(command, state);
    case 'note-report': {
      const source = state.reports?.source;
      return source === undefined || state.reports?.arrived ? [] : [AccountEventsArrived({ ...named(state), source })];
    }
    case 'forget-tokens':
      if (state.status !== 'disconnected' || !state.hasTokens) return [];
      return [
        ...unsubscribed(state, { isEnded: command.unsubscribed === true }),
        AccountTokensForgotten({ accountId: state.id, revoked: command.revoked }),
      ];
    default:
      return unreachable(command);
  }
};

type Command<Type extends AccountCommand['type']> = Extract<AccountCommand, { type: Type }>;

const named = ({ id, profile }: ConnectedAccount) => ({ accountId: id, platform: profile.platform });

const connected = (command: Command<'connect'>, state: AccountState): readonly AccountEvent[] => {
  const { accountId, connectionId, profile, token, connectedById } = command;
  const data = { accountId, connectionId, ...profile, ...token, connectedById };
  if (!state) return [AccountConnected(data)];
  if (state.connectionId === connectionId) return [];
  if (state.profile.platform !== profile.platform || state.profile.nativeId !== profile.nativeId)
    throw new Refused('CONFLICT', 'This authorization is for another account of the platform');
  return [AccountReconnected(data)];
};

const recovered = (state: ConnectedAccount): readonly AccountEvent[] =>
  state.status === 'ACTIVE' || state.status === 'disconnected' ? [] : [AccountRecovered(named(state))];

/** The first renewal that does not prolong the login says when it ends: later ones state the same end. */
const loginEnds = ({ token }: Command<'record-refresh'>, state: ConnectedAccount): readonly AccountEvent[] => {
  const { loginEndsAt, tokenExpiresAt } = token;
  return loginEndsAt === undefined || state.token.loginEndsAt !== undefined
    ? []
    : [AccountLoginEnds({ ...named(state), loginEndsAt, publishesOn: tokenExpiresAt === undefined })];
};

const tokenFailed = (
  { tokenVersion, status, error }: Command<'record-token-failure'>,
  state: ConnectedAccount,
): readonly AccountEvent[] => {
  const old = tokenVersion < state.token.tokenVersion;
  // A revoked account stays revoked, whatever other refusals its dead token gets.
  if (old || state.status === 'disconnected' || state.status === 'REVOKED' || state.status === status) return [];
  const errored = AccountErrored({ ...named(state), status, error });
  return status === 'REVOKED'
    ? [errored, AccountDisconnected({ ...named(state), reason: 'token_revoked' })]
    : [errored];
};

const selected = (command: Command<'select-page'>, state: ConnectedAccount): readonly AccountEvent[] => {
  if (state.status === 'disconnected') throw new Refused('CONFLICT', 'The account is disconnected; connect it again');
  const rule = destinationRule(state.profile);
  if (!rule) throw noSelection(state);
  if (command.pageId === '') {
    if (!rule.optional)
      throw new Refused('INVALID_PAGE_ID', `This account publishes through a ${rule.noun}: choose one`);
    return state.page ? [AccountPageCleared({ accountId: state.id })] : [];
  }
  if (!state.destinations)
    throw new Refused('DESTINATIONS_NOT_LOADED', `The list of every ${rule.noun} is not loaded yet; try again shortly`);
  const found = state.destinations.find(({ id }) => id === command.pageId);
  if (!found && command.isAnotherAccounts)
    throw new Refused('ACCOUNT_PAGE_MISMATCH', `This ${rule.noun} belongs to another connected account`);
  if (!found) throw new Refused('INVALID_PAGE_ID', `This ${rule.noun} is not available for the account`);
  const page = { id: found.id, name: command.pageName ?? found.name };
  return state.page?.id === page.id && state.page.name === page.name
    ? []
    : [AccountPageSelected({ accountId: state.id, page })];
};

const subscribed = (
  { pageId, checkedAt, outcome }: Command<'record-subscription'>,
  state: ConnectedAccount,
): readonly AccountEvent[] => {
  // A check says nothing of a page that was chosen amid it: that page has a check of its own.
  if (state.status === 'disconnected' || pageId !== state.page?.id) return [];
  // Clocks differ between nodes, so only checks of the same page are ordered by their times.
  if (state.reports && state.reports.pageId === pageId && state.reports.checkedAt >= checkedAt) return [];
  const { source: known, subscriptionId: id, failures = 0, arrived = false } = state.reports ?? {};
  const page = pageId === undefined ? {} : { pageId };
  const checked = { ...named(state), ...page, checkedAt, nextCheckAt: nextCheckAt(outcome, failures, checkedAt) };
  if (outcome.kind === 'failed') {
    const { reason, message } = outcome;
    const before = { ...defined({ source: known, subscriptionId: id }) };
    return [AccountEventsNotSubscribed({ ...checked, ...before, arrived, reason, message, attempt: failures + 1 })];
  }
  const { source, expiresAt } = outcome;
  const until = expiresAt === undefined ? {} : { expiresAt };
  const called = outcome.id === undefined ? {} : { subscriptionId: outcome.id };
  const missed = outcome.again && state.reports ? { missedSince: state.reports.checkedAt } : {};
  const isKnown = arrived && known === source;
  return [AccountEventsSubscribed({ ...checked, source, ...called, ...until, ...missed, arrived: isKnown })];
};

const unsubscribed = (
  state: ConnectedAccount,
  { isEnded }: Readonly<{ isEnded: boolean }>,
): readonly AccountEvent[] => {
  const source = state.reports?.source;
  return isEnded && source !== undefined ? [AccountEventsUnsubscribed({ ...named(state), source })] : [];
};

const noSelection = ({ profile }: ConnectedAccount): Refused =>
  new Refused(
    'PAGE_SELECTION_NOT_SUPPORTED',
    profile.platform === 'INSTAGRAM'
      ? 'Accounts connected by direct Instagram login have no Pages; reconnect with the Facebook login'
      : 'Accounts of this platform have no Pages to choose from',
  );

const sameDetails = (details: Details, profile: Profile): boolean =>
  details.username === profile.username &&
  details.displayName === profile.displayName &&
  details.avatarUrl === profile.avatarUrl &&
  details.accountType === profile.accountType;

const evolve = (state: AccountState, event: AccountEvent): AccountState => {
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

/**
 * A connected account of a platform: its facts, those of its token (never the token), and its
 * destination.
 */
export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initial: undefined,
  decide,
  evolve,
};
