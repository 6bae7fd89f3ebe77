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
  type Profile,
  type TokenFacts,
} from './account-events.ts';
import type { DisconnectReason, TokenFailure } from './account-status.ts';
import { destinationRule } from './destination-rules.ts';
import { evolve, named, type AccountState, type ConnectedAccount } from './account-state.ts';
import { subscribed, unsubscribed, type RecordSubscription } from './account-subscription.ts';

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
  | RecordSubscription
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
