import {
  RecoveryCodesReplaced,
  RecoveryCodeUsed,
  SecondFactorCodeUsed,
  SecondFactorDisabled,
  SecondFactorEnabled,
  SecondFactorOffered,
} from '../../../domain/sign-in/second-factor-events.ts';
import { PasswordSet, PersonDisabled, SessionEnded, SessionStarted } from '../../../domain/sign-in/sign-in-events.ts';
import { signIn, type SignInCommand } from '../../../domain/sign-in/sign-in.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(signIn);
const userId = 'u1';
const now = '2026-11-27T12:00:00.000Z';
const later = '2026-11-27T12:15:00.000Z';

const chosen = PasswordSet({ userId, passwordId: 'p1', linkId: null });
const offered = SecondFactorOffered({ userId, factorId: 'f1', expiresAt: later });
const enabled = SecondFactorEnabled({ userId, factorId: 'f1', recoveryId: 'r1', step: 100 });
const session = { method: 'password', address: '192.0.2.1', device: 'Firefox' } as const;
const started = (sessionId: string) => SessionStarted({ userId, sessionId, startedAt: now, ...session });
const ended = (sessionId: string) => SessionEnded({ userId, sessionId, reason: 'second_factor' });

const enable = { type: 'enable-second-factor', userId, factorId: 'f1', recoveryId: 'r1', step: 100, now } as const;
const code = (step: number) => ({ kind: 'code', factorId: 'f1', step }) as const;
const recovery = (number: number, recoveryId = 'r1') => ({ kind: 'recovery', recoveryId, number }) as const;
const start = (proof?: ReturnType<typeof code> | ReturnType<typeof recovery>): SignInCommand => ({
  type: 'start-session',
  userId,
  sessionId: 's1',
  by: { method: 'password', passwordId: 'p1' },
  code: proof,
  now,
  address: session.address,
  device: session.device,
});

describe('the rules of a second factor', () => {
  it('is offered again before it is in force, and not after', () => {
    const offer = { type: 'offer-second-factor', userId, factorId: 'f1', expiresAt: later } as const;
    given(chosen).when(offer).then(offered);
    given(chosen, offered).when(offer).thenNothing();
    given(chosen, offered)
      .when({ ...offer, factorId: 'f2' })
      .then(SecondFactorOffered({ userId, factorId: 'f2', expiresAt: later }));
    given(chosen, offered, enabled)
      .when({ ...offer, factorId: 'f2' })
      .thenRefused('CONFLICT');
  });

  it('is in force with its first code, in time, and ends the sessions that were opened without one', () => {
    given(chosen, offered, started('s1'), started('s2'))
      .when({ ...enable, keep: 's2' })
      .then(enabled, ended('s1'));
    given(chosen, offered)
      .when({ ...enable, keep: undefined, now: later })
      .thenRefused('CONFLICT');
    given(chosen, offered)
      .when({ ...enable, keep: undefined, factorId: 'f2' })
      .thenRefused('CONFLICT');
    given(chosen, offered, enabled)
      .when({ ...enable, keep: undefined, factorId: 'f2' })
      .thenRefused('CONFLICT');
    given(chosen, offered, PersonDisabled({ userId }))
      .when({ ...enable, keep: undefined })
      .thenRefused('AUTHENTICATION_ERROR');
  });

  it('starts no session without a code, with a used one, or with one of an earlier half minute', () => {
    const known = given(chosen, offered, enabled);
    known.when(start()).thenRefused('AUTHENTICATION_ERROR');
    known.when(start(code(100))).thenRefused('AUTHENTICATION_ERROR');
    known.when(start(code(99))).thenRefused('AUTHENTICATION_ERROR');
    known.when(start(code(101))).then(SecondFactorCodeUsed({ userId, step: 101 }), started('s1'));
    known.when(start({ ...code(101), factorId: 'removed' } as never)).thenRefused('AUTHENTICATION_ERROR');
  });

  it('takes each recovery code once, and those of the latest list alone', () => {
    const known = given(chosen, offered, enabled);
    known.when(start(recovery(3))).then(RecoveryCodeUsed({ userId, number: 3 }), started('s1'));
    const used = given(chosen, offered, enabled, RecoveryCodeUsed({ userId, number: 3 }));
    used.when(start(recovery(3))).thenRefused('AUTHENTICATION_ERROR');
    used
      .when({ type: 'replace-recovery-codes', userId, recoveryId: 'r2', proof: recovery(4) })
      .then(RecoveryCodeUsed({ userId, number: 4 }), RecoveryCodesReplaced({ userId, recoveryId: 'r2' }));
    const replaced = given(chosen, offered, enabled, RecoveryCodesReplaced({ userId, recoveryId: 'r2' }));
    replaced.when(start(recovery(5))).thenRefused('AUTHENTICATION_ERROR');
    replaced.when(start(recovery(5, 'r2'))).then(RecoveryCodeUsed({ userId, number: 5 }), started('s1'));
  });

  it('is disabled with a code; an administrator, who needs none, ends every session', () => {
    const known = given(chosen, offered, enabled, started('s1'));
    known
      .when({ type: 'disable-second-factor', userId, proof: code(101) })
      .then(SecondFactorCodeUsed({ userId, step: 101 }), SecondFactorDisabled({ userId, by: 'person' }));
    known.when({ type: 'disable-second-factor', userId, proof: code(100) }).thenRefused('AUTHENTICATION_ERROR');
    known
      .when({ type: 'disable-second-factor', userId, proof: undefined })
      .then(SecondFactorDisabled({ userId, by: 'administrator' }), ended('s1'));
    given(chosen).when({ type: 'disable-second-factor', userId, proof: undefined }).thenNothing();
    given(chosen, offered, enabled, SecondFactorDisabled({ userId, by: 'person' }))
      .when(start())
      .then(started('s1'));
  });
});
