import { unreachable } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import { PasskeyAdded, type passkeyEvents, PasskeyRemoved, PasskeyRenamed, PasskeyUsed } from './passkey-events.ts';

/** The most passkeys of a person. */
export const maxPasskeys = 10;
export const maxPasskeyName = 100;
/** How long a challenge is good for. */
export const challengeMs = 5 * 60_000;
/** The most challenges of a person that were used and have not ended. */
const maxChallenges = 100;

type PasskeyEvent = EventOf<(typeof passkeyEvents)[number]>;

/** A challenge that the service made, as an authenticator signed it. */
export type Challenge = Readonly<{ id: string; ends: string }>;

/** A passkey, as its authenticator presented it first. */
export type NewPasskey = Readonly<{
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
}>;

/** A signature that was checked with the public key of the passkey it names. Whether it counts, the events decide. */
export type PasskeyProof = Readonly<{ method: 'passkey'; passkeyId: string; counter: number; challenge: Challenge }>;

export type PasskeyState = Readonly<{
  passkeys: Readonly<Record<string, NewPasskey & Readonly<{ name: string }>>>;
  /** The challenges that were used, with their ends. */
  challenges: Readonly<Record<string, string>>;
  /** The open sessions that a passkey opened, with its id. */
  passkeySessions: Readonly<Record<string, string>>;
}>;

export type PasskeyCommand =
  | Readonly<{
      type: 'add-passkey';
      userId: string;
      passkeyId: string;
      name: string;
      passkey: NewPasskey;
      challenge: Challenge;
      /** The link that allows it; null where the person proved themselves in another way. */
      linkId: string | null;
      now: string;
    }>
  | Readonly<{ type: 'use-passkey'; userId: string; by: PasskeyProof; now: string }>
  | Readonly<{ type: 'rename-passkey'; userId: string; passkeyId: string; name: string }>
  | Readonly<{
      type: 'remove-passkey';
      userId: string;
      passkeyId: string;
      by: 'person' | 'administrator';
      /** The session that goes on; the others that the passkey opened end. */
      keep?: string | undefined;
    }>;

/** One refusal for a passkey that is not known, a signature that is wrong or was used, and a person who may not sign in. */
export const refusedPasskey = (): Refused =>
  new Refused('AUTHENTICATION_ERROR', 'The passkey was not accepted. Try again, or sign in another way');

const noPasskey = (): Refused => notFound('passkey');

const isUsed = (challenges: PasskeyState['challenges'], { id, ends }: Challenge, now: string): boolean =>
  challenges[id] !== undefined || Date.parse(ends) <= Date.parse(now);

/**
 * Uses a signature up, or refuses it. Of two uses at once, one is appended. A counter that does not rise is of a copy of the
 * authenticator.
 */
export const usePasskey = (
  userId: string,
  { passkeyId, counter, challenge }: PasskeyProof,
  { passkeys, challenges }: PasskeyState,
  { sessionId, now }: Readonly<{ sessionId: string | null; now: string }>,
): readonly PasskeyEvent[] => {
  const passkey = passkeys[passkeyId];
  if (!passkey || isUsed(challenges, challenge, now)) throw refusedPasskey();
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) throw refusedPasskey();
  const open = Object.values(challenges).filter((ends) => Date.parse(ends) > Date.parse(now));
  if (open.length >= maxChallenges) throw refusedPasskey();
  const { id: challengeId, ends: challengeEnds } = challenge;
  return [PasskeyUsed({ userId, passkeyId, sessionId, counter, challengeId, challengeEnds, usedAt: now })];
};

const addPasskey = (
  { userId, passkeyId, name, passkey, challenge, linkId, now }: Extract<PasskeyCommand, { type: 'add-passkey' }>,
  { passkeys, challenges }: PasskeyState,
): readonly PasskeyEvent[] => {
  if (passkeys[passkeyId]) return [];
  if (isUsed(challenges, challenge, now))
    throw new Refused('CONFLICT', 'This set-up of a passkey has expired, or was used before. Begin again');
  const known = Object.values(passkeys);
  if (known.some(({ credentialId }) => credentialId === passkey.credentialId))
    throw new Refused('CONFLICT', 'This passkey is added already');
  if (known.length >= maxPasskeys)
    throw new Refused('CONFLICT', `A person has at most ${maxPasskeys} passkeys. Remove one first`);
  const { id: challengeId, ends: challengeEnds } = challenge;
  const { credentialId, publicKey, counter } = passkey;
  const presented = { name, credentialId, publicKey, counter, transports: [...passkey.transports] };
  return [PasskeyAdded({ userId, passkeyId, ...presented, challengeId, challengeEnds, addedAt: now, linkId })];
};

export const decidePasskey = (
  command: PasskeyCommand,
  /** `passwordId`: present where the person signs in with a password too. */
  state: PasskeyState & Readonly<{ passwordId: string | undefined }>,
): readonly PasskeyEvent[] => {
  const { userId } = command;
  switch (command.type) {
    case 'add-passkey':
      return addPasskey(command, state);
    case 'use-passkey':
      return usePasskey(userId, command.by, state, { sessionId: null, now: command.now });
    case 'rename-passkey': {
      const { passkeyId, name } = command;
      const passkey = state.passkeys[passkeyId];
      if (!passkey) throw noPasskey();
      return passkey.name === name ? [] : [PasskeyRenamed({ userId, passkeyId, name })];
    }
    case 'remove-passkey': {
      const { passkeyId, by } = command;
      if (!state.passkeys[passkeyId]) throw noPasskey();
      if (by === 'person' && state.passwordId === undefined && Object.keys(state.passkeys).length === 1)
        throw new Refused('CONFLICT', 'This passkey is the only way in. Add another one, or a password, first');
      return [PasskeyRemoved({ userId, passkeyId, by })];
    }
    default:
      return unreachable(command);
  }
};

/** The open sessions that a passkey opened. */
export const sessionsOf = ({ passkeySessions }: PasskeyState, passkeyId: string): readonly string[] =>
  Object.keys(passkeySessions).filter((sessionId) => passkeySessions[sessionId] === passkeyId);

/** Challenges that have ended are refused by their end, so they need not be remembered. */
const withUsed = (
  challenges: PasskeyState['challenges'],
  { challengeId, challengeEnds }: Readonly<{ challengeId: string; challengeEnds: string }>,
  now: string,
): PasskeyState['challenges'] => ({
  ...Object.fromEntries(Object.entries(challenges).filter(([, ends]) => Date.parse(ends) > Date.parse(now))),
  [challengeId]: challengeEnds,
});

export const evolvePasskeys = (
  { passkeys, challenges, passkeySessions }: PasskeyState,
  event: PasskeyEvent,
): PasskeyState => {
  switch (event.type) {
    case 'PasskeyAdded': {
      const { passkeyId, name, credentialId, publicKey, counter, transports, addedAt } = event.data;
      return {
        passkeys: { ...passkeys, [passkeyId]: { name, credentialId, publicKey, counter, transports } },
        challenges: withUsed(challenges, event.data, addedAt),
        passkeySessions,
      };
    }
    case 'PasskeyUsed': {
      const { passkeyId, counter, sessionId, usedAt } = event.data;
      const passkey = passkeys[passkeyId];
      return {
        passkeys: passkey ? { ...passkeys, [passkeyId]: { ...passkey, counter } } : passkeys,
        challenges: withUsed(challenges, event.data, usedAt),
        passkeySessions: sessionId === null ? passkeySessions : { ...passkeySessions, [sessionId]: passkeyId },
      };
    }
    case 'PasskeyRenamed': {
      const { passkeyId, name } = event.data;
      const passkey = passkeys[passkeyId];
      return {
        passkeys: passkey ? { ...passkeys, [passkeyId]: { ...passkey, name } } : passkeys,
        challenges,
        passkeySessions,
      };
    }
    case 'PasskeyRemoved': {
      const { [event.data.passkeyId]: _removed, ...others } = passkeys;
      return { passkeys: others, challenges, passkeySessions };
    }
    default:
      return unreachable(event);
  }
};
