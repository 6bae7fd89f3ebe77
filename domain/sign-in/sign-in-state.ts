import { unreachable } from '../kernel/decider.ts';
import { evolvePasskeys, type PasskeyState } from './passkeys.ts';
import { evolveApplications, noApplications, type ApplicationsState } from './applications.ts';
import { evolveSecondFactor, type SecondFactorState } from './second-factor.ts';
import { type SignInEvent } from './sign-in-events.ts';

/** The most sessions of a person; one more ends the oldest. */
export const maxSessions = 20;

/** Links that still open; one more replaces the oldest. */
const maxLinks = 3;

/** More than are asked for while one opens, so that a stranger who asks cannot void one of the person. */
const maxSignInLinks = 50;

/** The addresses of the last sign-ins. */
const maxAddresses = 10;

export type SignInState = SecondFactorState &
  PasskeyState &
  ApplicationsState &
  Readonly<{
    disabled: boolean;
    operator: boolean;
    /** Names the hash in force in the vault. */
    passwordId: string | undefined;
    /** Whether the person ever had a way in. */
    hasEntered: boolean;
    /** The links that open, with the time of their end; the latest last. */
    links: Readonly<Record<string, string>>;
    /** The same, of links that sign in. */
    signInLinks: Readonly<Record<string, string>>;
    /** The beginnings of the sessions that are open, the oldest first. */
    sessions: Readonly<Record<string, string>>;
    /** Ids of sessions that ended: a repeated start opens none of them again. */
    ended: readonly string[];
    /** From where the person signed in, the latest last. */
    addresses: readonly string[];
    /** The end of the last window in which guessing was noticed. */
    guessedUntil: string | undefined;
  }>;

export const initial: SignInState = {
  disabled: false,
  operator: false,
  passwordId: undefined,
  hasEntered: false,
  links: {},
  signInLinks: {},
  sessions: {},
  ended: [],
  addresses: [],
  guessedUntil: undefined,
  factor: undefined,
  offered: undefined,
  passkeys: {},
  challenges: {},
  passkeySessions: {},
  ...noApplications,
};

/** Ended sessions are remembered as long as a repeated command may arrive. */
const maxEnded = 2 * maxSessions;

type Links = SignInState['links'];

type Link = Readonly<{ linkId: string; expiresAt: string }>;

const withLink = (links: Links, { linkId, expiresAt }: Link, most: number): Links =>
  Object.fromEntries([...Object.entries(links), [linkId, expiresAt]].slice(-most));

/** The fold of the stream. */
export const evolve = (state: SignInState, event: SignInEvent): SignInState => {
  switch (event.type) {
    case 'PasswordSet':
      // A new password voids every link: an older mail opens nothing.
      return { ...state, passwordId: event.data.passwordId, hasEntered: true, links: {}, signInLinks: {} };
    case 'PasswordLinkIssued':
      return { ...state, links: withLink(state.links, event.data, maxLinks) };
    case 'SignInLinkIssued':
      return { ...state, signInLinks: withLink(state.signInLinks, event.data, maxSignInLinks) };
    case 'SignInLinkUsed': {
      const { [event.data.linkId]: _used, ...signInLinks } = state.signInLinks;
      return { ...state, signInLinks };
    }
    case 'GuessingNoticed':
      return { ...state, guessedUntil: event.data.windowEnds };
    case 'SessionStarted': {
      const { sessionId, startedAt, address } = event.data;
      const addresses = [...state.addresses.filter((each) => each !== address), address].slice(-maxAddresses);
      return { ...state, addresses, sessions: { ...state.sessions, [sessionId]: startedAt } };
    }
    case 'SessionEnded': {
      const { sessionId } = event.data;
      const { [sessionId]: _ended, ...sessions } = state.sessions;
      const { [sessionId]: _opened, ...passkeySessions } = state.passkeySessions;
      return { ...state, sessions, passkeySessions, ended: [...state.ended, sessionId].slice(-maxEnded) };
    }
    case 'PersonDisabled':
    case 'PersonEnabled':
      return { ...state, disabled: event.type === 'PersonDisabled' };
    case 'OperatorGranted':
    case 'OperatorWithdrawn':
      return { ...state, operator: event.type === 'OperatorGranted' };
    case 'SecondFactorOffered':
    case 'SecondFactorEnabled':
    case 'SecondFactorCodeUsed':
    case 'RecoveryCodeUsed':
    case 'RecoveryCodesReplaced':
    case 'SecondFactorDisabled':
      return { ...state, ...evolveSecondFactor(state, event) };
    case 'PasskeyAdded':
      // A link replaces what it is for: the password, and every earlier link.
      return {
        ...state,
        ...(event.data.linkId !== null && { passwordId: undefined, links: {}, signInLinks: {} }),
        ...evolvePasskeys(state, event),
        hasEntered: true,
      };
    case 'PasskeyUsed':
    case 'PasskeyRenamed':
    case 'PasskeyRemoved':
      return { ...state, ...evolvePasskeys(state, event) };
    case 'ApplicationConnected':
    case 'ApplicationDisconnected':
      return { ...state, ...evolveApplications(state, event) };
    default:
      return unreachable(event);
  }
};
