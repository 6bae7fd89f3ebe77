import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  decidePasskey,
  refusedPasskey,
  sessionsOf,
  usePasskey,
  type PasskeyCommand,
  type PasskeyProof,
} from './passkeys.ts';
import { decideApplications, type ApplicationCommand } from './applications.ts';
import { decideSecondFactor, refusedCode, useCode, type CodeProof, type SecondFactorCommand } from './second-factor.ts';
import { isOpenSession } from './session-time.ts';
import {
  GuessingNoticed,
  OperatorGranted,
  OperatorWithdrawn,
  PasswordLinkIssued,
  PasswordSet,
  PersonDisabled,
  PersonEnabled,
  SessionEnded,
  SessionStarted,
  type SessionEnd,
  SignInLinkIssued,
  SignInLinkUsed,
  type SignInEvent,
} from './sign-in-events.ts';
import { maxSessions, type SignInState, initial, evolve } from './sign-in-state.ts';

/** What proves a person first: it must still hold when the session starts. */
export type FirstProof =
  /** The password that was checked: one that was replaced meanwhile opens nothing. */
  | Readonly<{ method: 'password'; passwordId: string }>
  /** The link of a mail, which is used up. */
  | Readonly<{ method: 'mail_link'; linkId: string }>
  /** The signature of a passkey, whose authenticator has verified the person: it is both factors. */
  | PasskeyProof;

export type SignInCommand =
  | Readonly<{
      type: 'set-password';
      userId: string;
      passwordId: string;
      /** The link that allows it; null where the person proved themselves in another way. */
      linkId: string | null;
      /** The session that goes on; all others end. */
      keep: string | undefined;
      now: string;
    }>
  | Readonly<{ type: 'issue-password-link'; userId: string; linkId: string; expiresAt: string }>
  | Readonly<{ type: 'issue-sign-in-link'; userId: string; linkId: string; expiresAt: string }>
  | Readonly<{ type: 'note-guessing'; userId: string; windowEnds: string; address: string; now: string }>
  | Readonly<{
      type: 'start-session';
      userId: string;
      sessionId: string;
      by: FirstProof;
      /** The second factor, where the person has one. */
      code?: CodeProof | undefined;
      address: string;
      device: string;
      now: string;
    }>
  | Readonly<{ type: 'end-session'; userId: string; sessionId: string }>
  | Readonly<{ type: 'end-all-sessions'; userId: string; keep?: string | undefined }>
  | Readonly<{ type: 'set-disabled'; userId: string; disabled: boolean }>
  | Readonly<{ type: 'set-operator'; userId: string; operator: boolean }>
  | PasskeyCommand
  | SecondFactorCommand
  | ApplicationCommand;

export const isOpenLink = ({ links }: Pick<SignInState, 'links'>, linkId: string, now: string): boolean => {
  const expiresAt = links[linkId];
  return expiresAt !== undefined && Date.parse(expiresAt) > Date.parse(now);
};

export const refusedSignIn = (): Refused =>
  new Refused('AUTHENTICATION_ERROR', 'The e-mail address or the password is wrong');

export const usedLink = (): Refused =>
  new Refused('NOT_FOUND', 'This link was used before, was replaced by a later one, or has expired');

const ending = (userId: string, sessionIds: readonly string[], reason: SessionEnd) =>
  sessionIds.map((sessionId) => SessionEnded({ userId, sessionId, reason }));

type StartSession = Extract<SignInCommand, { type: 'start-session' }>;

/** Whether what was proven first still holds, and what it uses up. */
const useProof = (
  { userId, sessionId, by, now }: Pick<StartSession, 'userId' | 'sessionId' | 'by' | 'now'>,
  state: SignInState,
): readonly SignInEvent[] => {
  if (by.method === 'passkey') return usePasskey(userId, by, state, { sessionId, now });
  if (by.method === 'password') {
    if (by.passwordId !== state.passwordId) throw refusedSignIn();
    return [];
  }
  if (!isOpenLink({ links: state.signInLinks }, by.linkId, now)) throw usedLink();
  return [SignInLinkUsed({ userId, linkId: by.linkId })];
};

const startSession = (command: StartSession, state: SignInState): readonly SignInEvent[] => {
  const { userId, sessionId, by, code, address, device, now } = command;
  const { disabled, factor, sessions, ended } = state;
  if (sessions[sessionId] !== undefined || ended.includes(sessionId)) return [];
  if (disabled) throw by.method === 'passkey' ? refusedPasskey() : refusedSignIn();
  const proven = useProof(command, state);
  if (factor && !code && by.method !== 'passkey') throw refusedCode();
  const ids = Object.keys(sessions);
  const expired = ids.filter((id) => !isOpenSession(sessions[id] ?? now, now));
  const open = ids.filter((id) => !expired.includes(id));
  return [
    ...proven,
    ...(factor && code ? useCode(userId, code, factor) : []),
    ...ending(userId, expired, 'expired'),
    ...ending(userId, open.slice(0, Math.max(0, open.length - maxSessions + 1)), 'replaced'),
    SessionStarted({ userId, sessionId, startedAt: now, method: by.method, address, device }),
  ];
};

const passkeyDecision = (command: PasskeyCommand, state: SignInState): readonly SignInEvent[] => {
  const { userId } = command;
  if (state.disabled && command.type !== 'remove-passkey') throw refusedPasskey();
  if (command.type === 'add-passkey' && command.linkId !== null && !state.passkeys[command.passkeyId])
    if (!isOpenLink(state, command.linkId, command.now)) throw usedLink();
  const decided = decidePasskey(command, state);
  if (decided.length === 0) return [];
  // A link is for a person whose sign-in may be known to others.
  if (command.type === 'add-passkey' && command.linkId !== null)
    return [...decided, ...ending(userId, Object.keys(state.sessions), 'passkey')];
  if (command.type !== 'remove-passkey') return decided;
  const opened = command.by === 'administrator' ? Object.keys(state.sessions) : sessionsOf(state, command.passkeyId);
  const endedBy = opened.filter((id) => id !== command.keep);
  return [...decided, ...ending(userId, endedBy, 'passkey')];
};

const decide = (command: SignInCommand, state: SignInState): readonly SignInEvent[] => {
  const { userId } = command;
  switch (command.type) {
    case 'set-password': {
      const { passwordId, linkId, keep, now } = command;
      if (passwordId === state.passwordId) return [];
      if (state.disabled) throw refusedSignIn();
      if (linkId !== null && !isOpenLink(state, linkId, now)) throw usedLink();
      const others = Object.keys(state.sessions).filter((id) => id !== keep);
      return [PasswordSet({ userId, passwordId, linkId }), ...ending(userId, others, 'password_changed')];
    }
    case 'issue-password-link': {
      const { linkId, expiresAt } = command;
      return state.links[linkId] === undefined ? [PasswordLinkIssued({ userId, linkId, expiresAt })] : [];
    }
    case 'issue-sign-in-link': {
      const { linkId, expiresAt } = command;
      if (state.signInLinks[linkId] !== undefined) return [];
      if (state.disabled) throw refusedSignIn();
      return [SignInLinkIssued({ userId, linkId, expiresAt })];
    }
    case 'note-guessing': {
      const { windowEnds, address, now } = command;
      const isNoted = state.guessedUntil !== undefined && state.guessedUntil > now;
      return isNoted ? [] : [GuessingNoticed({ userId, windowEnds, address })];
    }
    case 'start-session':
      return startSession(command, state);
    case 'end-session':
      if (state.ended.includes(command.sessionId)) return [];
      if (state.sessions[command.sessionId] === undefined) throw notFound('session');
      return ending(userId, [command.sessionId], 'ended');
    case 'end-all-sessions':
      return ending(
        userId,
        Object.keys(state.sessions).filter((id) => id !== command.keep),
        'ended',
      );
    case 'set-disabled':
      if (command.disabled === state.disabled) return [];
      return command.disabled
        ? [PersonDisabled({ userId }), ...ending(userId, Object.keys(state.sessions), 'disabled')]
        : [PersonEnabled({ userId })];
    case 'set-operator':
      if (command.operator === state.operator) return [];
      return [command.operator ? OperatorGranted({ userId }) : OperatorWithdrawn({ userId })];
    case 'enable-second-factor': {
      if (state.disabled) throw refusedSignIn();
      const enabled = decideSecondFactor(command, state);
      // Every open session is of a person who proved the second factor, or who set it up.
      const others = enabled.length === 0 ? [] : Object.keys(state.sessions).filter((id) => id !== command.keep);
      return [...enabled, ...ending(userId, others, 'second_factor')];
    }
    case 'disable-second-factor': {
      const disabled = decideSecondFactor(command, state);
      const isRemoved = disabled.length > 0 && command.proof === undefined;
      return [...disabled, ...(isRemoved ? ending(userId, Object.keys(state.sessions), 'second_factor') : [])];
    }
    case 'offer-second-factor':
    case 'replace-recovery-codes':
      return decideSecondFactor(command, state);
    case 'add-passkey':
    case 'use-passkey':
    case 'rename-passkey':
    case 'remove-passkey':
      return passkeyDecision(command, state);
    case 'connect-application':
      if (state.disabled) throw refusedSignIn();
      return decideApplications(command, state);
    case 'disconnect-application':
      return decideApplications(command, state);
    default:
      return unreachable(command);
  }
};

/** `signIn-<user id>`: how a person signs in, and where they are signed in. Belongs to no workspace. */
export const signIn: Decider<SignInState, SignInCommand, SignInEvent> = { category: 'signIn', initial, decide, evolve };
