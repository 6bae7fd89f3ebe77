import { PasskeyAdded, PasskeyRemoved, PasskeyRenamed, PasskeyUsed } from '../../../domain/sign-in/passkey-events.ts';
import { maxPasskeys, type PasskeyProof } from '../../../domain/sign-in/passkeys.ts';
import { SecondFactorEnabled } from '../../../domain/sign-in/second-factor-events.ts';
import {
  PasswordLinkIssued,
  PasswordSet,
  PersonDisabled,
  SessionEnded,
  SessionStarted,
} from '../../../domain/sign-in/sign-in-events.ts';
import { signIn, type SignInCommand } from '../../../domain/sign-in/sign-in.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(signIn);
const userId = 'u1';
const now = '2026-11-27T12:00:00.000Z';
const ends = '2026-11-27T12:05:00.000Z';

const presented = { credentialId: 'AAAA', publicKey: 'BBBB', counter: 3, transports: ['internal'] };
const add = {
  type: 'add-passkey',
  userId,
  passkeyId: 'k1',
  name: 'Telephone',
  passkey: presented,
  challenge: { id: 'h1', ends },
  linkId: null,
  now,
} as const;
const added = (passkeyId = 'k1', credentialId = 'AAAA', challengeId = 'h1', linkId: string | null = null) =>
  PasskeyAdded({
    userId,
    passkeyId,
    name: 'Telephone',
    ...presented,
    credentialId,
    challengeId,
    challengeEnds: ends,
    addedAt: now,
    linkId,
  });
const proof: PasskeyProof = { method: 'passkey', passkeyId: 'k1', counter: 4, challenge: { id: 'h2', ends } };
const session = { address: '192.0.2.1', device: 'Firefox' };
const start = (change: Partial<PasskeyProof> = {}, sessionId = 's1', at = now): SignInCommand => ({
  type: 'start-session',
  userId,
  sessionId,
  by: { ...proof, ...change },
  ...session,
  now: at,
});
const used = (counter = 4, challengeId = 'h2', sessionId: string | null = 's1') =>
  PasskeyUsed({ userId, passkeyId: 'k1', sessionId, counter, challengeId, challengeEnds: ends, usedAt: now });
const started = (sessionId = 's1', method: 'passkey' | 'password' = 'passkey') =>
  SessionStarted({ userId, sessionId, startedAt: now, method, ...session });
const ended = (sessionId: string) => SessionEnded({ userId, sessionId, reason: 'passkey' });
const chosen = PasswordSet({ userId, passwordId: 'p1', linkId: null });
const enabled = SecondFactorEnabled({ userId, factorId: 'f1', recoveryId: 'r1', step: 100 });
const link = PasswordLinkIssued({ userId, linkId: 'l1', expiresAt: ends });
const disabled = PersonDisabled({ userId });

describe('the rules of passkeys', () => {
  it('are added for a challenge that was not used and has not ended', () => {
    given(chosen).when(add).then(added());
    given(chosen)
      .when({ ...add, now: ends })
      .thenRefused('CONFLICT', /expired/);
    given(chosen, added(), PasskeyRemoved({ userId, passkeyId: 'k1', by: 'person' }))
      .when({ ...add, passkeyId: 'k2' })
      .thenRefused('CONFLICT', /used before/);
  });

  it('are added once each, a few to a person, and not to a disabled one', () => {
    const another = { ...add, passkeyId: 'k2', challenge: { id: 'h2', ends } };
    given(chosen, added())
      .when(another)
      .thenRefused('CONFLICT', /added already/);
    const many = Array.from({ length: maxPasskeys }, (_, index) => added(`m${index}`, `C${index}`, `g${index}`));
    given(chosen, ...many)
      .when(add)
      .thenRefused('CONFLICT', /at most/);
    given(chosen, ...many.slice(1))
      .when(add)
      .then(added());
    given(chosen, disabled).when(add).thenRefused('AUTHENTICATION_ERROR');
  });

  it('replace the password and end every session where a link allows them, which opens nothing from then on', () => {
    const withLink = { ...add, linkId: 'l1' };
    given(chosen, link, started('s1', 'password'))
      .when(withLink)
      .then(added('k1', 'AAAA', 'h1', 'l1'), ended('s1'));
    given(chosen).when(withLink).thenRefused('NOT_FOUND');
    const replaced = [chosen, link, added('k1', 'AAAA', 'h1', 'l1')];
    given(...replaced)
      .when({ ...withLink, passkeyId: 'k2', challenge: { id: 'h2', ends } })
      .thenRefused('NOT_FOUND');
    given(...replaced)
      .when({ ...start(), by: { method: 'password', passwordId: 'p1' } } as SignInCommand)
      .thenRefused('AUTHENTICATION_ERROR');
  });

  it('open a session without a code, also where the person has a second factor', () => {
    given(added()).when(start()).then(used(), started());
    given(chosen, enabled, added()).when(start()).then(used(), started());
  });

  it('open nothing a second time for a challenge, and nothing after its end', () => {
    given(added(), used(), started())
      .when(start({ counter: 5 }, 's2'))
      .thenRefused('AUTHENTICATION_ERROR');
    given(added())
      .when(start({ challenge: { id: 'h1', ends } }))
      .thenRefused('AUTHENTICATION_ERROR');
    given(added())
      .when(start({}, 's1', ends))
      .thenRefused('AUTHENTICATION_ERROR');
  });

  it('open nothing with a counter that did not rise, which is of a copy', () => {
    given(added())
      .when(start({ counter: 3 }))
      .thenRefused('AUTHENTICATION_ERROR');
    given(added())
      .when(start({ counter: 0 }))
      .thenRefused('AUTHENTICATION_ERROR');
    const silent = PasskeyAdded({ ...added().data, counter: 0 });
    given(silent)
      .when(start({ counter: 0 }))
      .then(used(0), started());
    given(silent, used(0), started())
      .when(start({ counter: 0, challenge: { id: 'h3', ends } }, 's2'))
      .then(used(0, 'h3', 's2'), started('s2'));
  });

  it('open nothing for another person, after their removal, and for a disabled person', () => {
    given(chosen).when(start()).thenRefused('AUTHENTICATION_ERROR');
    given(chosen, added(), PasskeyRemoved({ userId, passkeyId: 'k1', by: 'person' }))
      .when(start())
      .thenRefused('AUTHENTICATION_ERROR');
    given(added(), disabled)
      .when(start())
      .thenRefused('AUTHENTICATION_ERROR', /passkey/);
  });

  it('open nothing where a hundred challenges were used within their time', () => {
    const many = Array.from({ length: 99 }, (_, index) => used(4 + index, `g${index}`, null));
    given(added(), ...many)
      .when(start({ counter: 500 }))
      .thenRefused('AUTHENTICATION_ERROR');
    const later = '2026-11-27T12:06:00.000Z';
    given(added(), ...many)
      .when(start({ counter: 500, challenge: { id: 'h9', ends: '2026-11-27T12:10:00.000Z' } }, 's1', later))
      .thenTypes('PasskeyUsed', 'SessionStarted');
  });

  it('prove a person for one act, once', () => {
    const use = { type: 'use-passkey', userId, by: proof, now } as const;
    given(added())
      .when(use)
      .then(used(4, 'h2', null));
    given(added(), used(4, 'h2', null))
      .when(use)
      .thenRefused('AUTHENTICATION_ERROR');
  });

  it('are renamed', () => {
    const rename = { type: 'rename-passkey', userId, passkeyId: 'k1', name: 'Key' } as const;
    given(added())
      .when(rename)
      .then(PasskeyRenamed({ userId, passkeyId: 'k1', name: 'Key' }));
    given(added())
      .when({ ...rename, name: 'Telephone' })
      .thenNothing();
    given(chosen).when(rename).thenRefused('NOT_FOUND');
  });

  it('are removed with the sessions that they opened, and never as the only way in', () => {
    const remove = { type: 'remove-passkey', userId, passkeyId: 'k1', by: 'person' } as const;
    const removed = PasskeyRemoved({ userId, passkeyId: 'k1', by: 'person' });
    const lived = [added(), used(), started(), used(5, 'h3', 's2'), started('s2'), started('s3', 'password')];
    given(chosen, ...lived)
      .when({ ...remove, keep: 's2' })
      .then(removed, ended('s1'));
    given(...lived)
      .when(remove)
      .thenRefused('CONFLICT', /only way in/);
    given(...lived, added('k2', 'CCCC', 'h4'))
      .when({ ...remove, passkeyId: 'k2' })
      .then(PasskeyRemoved({ userId, passkeyId: 'k2', by: 'person' }));
    given(chosen).when(remove).thenRefused('NOT_FOUND');
  });

  it('are removed by an administrator also as the only way in, with every session', () => {
    given(added(), used(), started(), started('s3', 'password'))
      .when({ type: 'remove-passkey', userId, passkeyId: 'k1', by: 'administrator' })
      .then(PasskeyRemoved({ userId, passkeyId: 'k1', by: 'administrator' }), ended('s1'), ended('s3'));
  });
});
