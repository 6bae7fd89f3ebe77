import { expect } from 'chai';
import { requirePasswordLength, requireStrength } from '../../../domain/sign-in/password-rules.ts';
import { setUp } from '../../../domain/sign-in/reservations.ts';
import { SetUpClaimed, SetUpReleased } from '../../../domain/sign-in/reservations.ts';
import { signIn, type FirstProof, type SignInCommand } from '../../../domain/sign-in/sign-in.ts';
import { maxSessions } from '../../../domain/sign-in/sign-in-state.ts';
import {
  GuessingNoticed,
  OperatorGranted,
  PasswordLinkIssued,
  PasswordSet,
  PersonDisabled,
  PersonEnabled,
  SessionEnded,
  SessionStarted,
  SignInLinkIssued,
  SignInLinkUsed,
} from '../../../domain/sign-in/sign-in-events.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(signIn);
const userId = 'u1';
const now = '2026-11-25T12:00:00.000Z';
const later = (days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString();

const chosen = PasswordSet({ userId, passwordId: 'p1', linkId: null });
const started = (sessionId: string, startedAt = now) =>
  SessionStarted({ userId, sessionId, startedAt, method: 'password', address: '192.0.2.1', device: 'Firefox' });
const start = (sessionId: string, over: { by?: FirstProof; now?: string } = {}): SignInCommand => ({
  type: 'start-session',
  userId,
  sessionId,
  by: { method: 'password', passwordId: 'p1' },
  address: '192.0.2.1',
  device: 'Firefox',
  now,
  ...over,
});

describe('how a person signs in', () => {
  it('starts a session with the password in force, once', () => {
    given(chosen).when(start('s1')).then(started('s1'));
    given(chosen, started('s1')).when(start('s1')).thenNothing();
    given(chosen, started('s1'), SessionEnded({ userId, sessionId: 's1', reason: 'ended' }))
      .when(start('s1'))
      .thenNothing();
  });

  it('starts none with a password that was replaced while it was checked', () => {
    const replaced = PasswordSet({ userId, passwordId: 'p2', linkId: null });
    given(chosen, replaced).when(start('s1')).thenRefused('AUTHENTICATION_ERROR');
    given().when(start('s1')).thenRefused('AUTHENTICATION_ERROR');
  });

  it('starts a session with a link of a mail, once, in time, and not after a new password', () => {
    const issue = { type: 'issue-sign-in-link', userId, linkId: 'l1', expiresAt: later(1) } as const;
    const issued = SignInLinkIssued({ userId, linkId: 'l1', expiresAt: later(1) });
    const used = SignInLinkUsed({ userId, linkId: 'l1' });
    const by = { method: 'mail_link', linkId: 'l1' } as const;
    const byLink = SessionStarted({ ...started('s1').data, method: 'mail_link' });
    given().when(issue).then(issued);
    given(issued).when(start('s1', { by })).then(used, byLink);
    given(issued, used).when(start('s2', { by })).thenRefused('NOT_FOUND');
    given(issued)
      .when(start('s1', { by, now: later(1) }))
      .thenRefused('NOT_FOUND');
    given(issued, chosen).when(start('s1', { by })).thenRefused('NOT_FOUND');
    given(issued, PersonDisabled({ userId })).when(start('s1', { by })).thenRefused('AUTHENTICATION_ERROR');
    given(PersonDisabled({ userId })).when(issue).thenRefused('AUTHENTICATION_ERROR');
  });

  it('ends expired sessions at the next one, and the oldest beyond the limit', () => {
    given(chosen, started('s1'))
      .when(start('s2', { now: later(30) }))
      .then(SessionEnded({ userId, sessionId: 's1', reason: 'expired' }), started('s2', later(30)));
    const full = Array.from({ length: maxSessions }, (_, index) => started(`s${index}`));
    given(chosen, ...full)
      .when(start('next'))
      .then(SessionEnded({ userId, sessionId: 's0', reason: 'replaced' }), started('next'));
  });

  it('ends every other session with a new password', () => {
    given(chosen, started('s1'), started('s2'))
      .when({ type: 'set-password', userId, passwordId: 'p2', linkId: null, keep: 's2', now })
      .then(
        PasswordSet({ userId, passwordId: 'p2', linkId: null }),
        SessionEnded({ userId, sessionId: 's1', reason: 'password_changed' }),
      );
  });

  it('takes a link once, before its end, and none from before the last password', () => {
    const issued = PasswordLinkIssued({ userId, linkId: 'l1', expiresAt: later(7) });
    const choose = (passwordId: string, at = now) =>
      ({ type: 'set-password', userId, passwordId, linkId: 'l1', keep: undefined, now: at }) as const;
    const used = PasswordSet({ userId, passwordId: 'p1', linkId: 'l1' });
    given(issued).when(choose('p1')).then(used);
    given(issued, used).when(choose('p1')).thenNothing();
    given(issued, used).when(choose('p2')).thenRefused('NOT_FOUND');
    given(issued)
      .when(choose('p1', later(7)))
      .thenRefused('NOT_FOUND');
    given(issued, chosen).when(choose('p2')).thenRefused('NOT_FOUND');
    given().when(choose('p1')).thenRefused('NOT_FOUND');
  });

  it('keeps the three latest links', () => {
    const links = ['l1', 'l2', 'l3', 'l4'].map((linkId) => PasswordLinkIssued({ userId, linkId, expiresAt: later(7) }));
    given(...links)
      .when({ type: 'set-password', userId, passwordId: 'p1', linkId: 'l1', keep: undefined, now })
      .thenRefused('NOT_FOUND');
  });

  it('refuses a disabled person everything, and ends their sessions', () => {
    const disabled = PersonDisabled({ userId });
    given(chosen, started('s1'))
      .when({ type: 'set-disabled', userId, disabled: true })
      .then(disabled, SessionEnded({ userId, sessionId: 's1', reason: 'disabled' }));
    given(chosen, disabled).when(start('s2')).thenRefused('AUTHENTICATION_ERROR');
    given(chosen, disabled)
      .when({ type: 'set-password', userId, passwordId: 'p2', linkId: null, keep: undefined, now })
      .thenRefused('AUTHENTICATION_ERROR');
    given(chosen, disabled).when({ type: 'set-disabled', userId, disabled: false }).then(PersonEnabled({ userId }));
    given(chosen).when({ type: 'set-disabled', userId, disabled: false }).thenNothing();
  });

  it('ends one session, or all', () => {
    const ended = (sessionId: string) => SessionEnded({ userId, sessionId, reason: 'ended' });
    const both = given(chosen, started('s1'), started('s2'));
    both.when({ type: 'end-session', userId, sessionId: 's1' }).then(ended('s1'));
    both.when({ type: 'end-session', userId, sessionId: 'of another' }).thenRefused('NOT_FOUND');
    both.when({ type: 'end-all-sessions', userId }).then(ended('s1'), ended('s2'));
    both.when({ type: 'end-all-sessions', userId, keep: 's2' }).then(ended('s1'));
  });

  it('notes guessing once for each window', () => {
    const note = { type: 'note-guessing', userId, windowEnds: later(1), address: '192.0.2.9', now } as const;
    const noted = GuessingNoticed({ userId, windowEnds: later(1), address: '192.0.2.9' });
    given(chosen).when(note).then(noted);
    given(chosen, noted).when(note).thenNothing();
    given(chosen, noted)
      .when({ ...note, now: later(2), windowEnds: later(3) })
      .then(GuessingNoticed({ userId, windowEnds: later(3), address: '192.0.2.9' }));
  });

  it('grants and withdraws the right of an operator', () => {
    given().when({ type: 'set-operator', userId, operator: true }).then(OperatorGranted({ userId }));
    given().when({ type: 'set-operator', userId, operator: false }).thenNothing();
  });

  it('gives the set-up to one person, and opens it again after a refusal', () => {
    const at = specFor(setUp);
    at()
      .when({ type: 'reserve', holder: 'u1', now })
      .then(SetUpClaimed({ userId: 'u1' }));
    at(SetUpClaimed({ userId: 'u1' }))
      .when({ type: 'reserve', holder: 'u2', now })
      .thenRefused('CONFLICT');
    at(SetUpClaimed({ userId: 'u1' }), SetUpReleased({ userId: 'u1' }))
      .when({ type: 'reserve', holder: 'u2', now })
      .then(SetUpClaimed({ userId: 'u2' }));
  });

  it('refuses passwords that are short, long, leaked or easy to guess', () => {
    expect(() => requirePasswordLength('123456789')).to.throw('at least 10');
    expect(() => requirePasswordLength('x'.repeat(129))).to.throw('at most 128');
    requirePasswordLength('1234567890');
    expect(() => requireStrength({ guessesLog10: 20, isLeaked: true })).to.throw('leaked');
    expect(() => requireStrength({ guessesLog10: 8.9, isLeaked: false })).to.throw('easy to guess');
    requireStrength({ guessesLog10: 9, isLeaked: false });
  });
});
