import { expect } from 'chai';
import {
  AccountConnected,
  AccountDisconnected,
  AccountEventsArrived,
  AccountEventsNotSubscribed,
  AccountEventsSubscribed,
  AccountEventsUnsubscribed,
  AccountPageCleared,
  AccountPageSelected,
  AccountTokensForgotten,
} from '../../../domain/accounts/account-events.ts';
import { account, type AccountCommand } from '../../../domain/accounts/account.ts';
import { nextCheckAt, type SubscriptionOutcome } from '../../../domain/accounts/event-subscription.ts';
import { specFor } from '../../support/spec.ts';
import { accountId, connection } from './samples.ts';

const given = specFor(account);
const connected = AccountConnected(connection());
const named = { accountId, platform: 'TWITTER' as const };
const at = (hours: number): string =>
  new Date(Date.parse('2026-12-01T00:00:00.000Z') + hours * 3_600_000).toISOString();
const record = (hours: number, outcome: SubscriptionOutcome, pageId?: string): AccountCommand => ({
  type: 'record-subscription',
  pageId,
  checkedAt: at(hours),
  outcome,
});
const bot = { kind: 'subscribed', source: '7' } as const;
const refused = { kind: 'failed', reason: 'refused', message: 'no' } as const;
const subscribed = (hours: number, arrived = false, source = '7') =>
  AccountEventsSubscribed({ ...named, source, checkedAt: at(hours), nextCheckAt: at(hours + 24), arrived });
const arrived = AccountEventsArrived({ ...named, source: '7' });
const disconnected = AccountDisconnected({ ...named, reason: 'user_disconnected' });

describe('the subscription of an account', () => {
  it('is recorded with its next check, and each check of it', () => {
    given(connected).when(record(0, bot)).then(subscribed(0));
    given(connected, subscribed(0)).when(record(24, bot)).then(subscribed(24));
  });
  it('is not what a check found that began before a newer one', () => {
    given(connected, subscribed(1)).when(record(0, refused)).thenNothing();
  });
  it('is not what a check found of a page that another has replaced since', () => {
    const chose = (id: string) => AccountPageSelected({ accountId, page: { id, name: id } });
    const pageless = { kind: 'failed', reason: 'no_destination', message: 'no page' } as const;
    given(connected, chose('p1')).when(record(1, pageless)).thenNothing();
    given(connected, chose('p1'), chose('p2'))
      .when(record(1, bot, 'p1'))
      .thenNothing();
    given(connected, chose('p1'), AccountPageCleared({ accountId }))
      .when(record(1, bot, 'p1'))
      .thenNothing();
  });
  it('is what a check found of another page, also by a clock that is behind', () => {
    const of = (pageId: string, hours: number) => AccountEventsSubscribed({ ...subscribed(hours).data, pageId });
    const page = AccountPageSelected({ accountId, page: { id: 'p1', name: 'A page' } });
    given(connected, subscribed(2), page)
      .when(record(1, bot, 'p1'))
      .then(of('p1', 1));
    given(connected, page, of('p1', 2))
      .when(record(1, bot, 'p1'))
      .thenNothing();
  });
  it('keeps what reported before when a check fails, so that it can be ended', () => {
    const lost = AccountEventsNotSubscribed({
      ...named,
      source: '7',
      checkedAt: at(24),
      nextCheckAt: at(48),
      arrived: true,
      reason: 'refused',
      message: 'no',
      attempt: 1,
    });
    given(connected, subscribed(0), arrived).when(record(24, refused)).then(lost);
    given(connected, subscribed(0), arrived, lost, disconnected)
      .when({ type: 'forget-tokens', revoked: true, unsubscribed: true })
      .then(AccountEventsUnsubscribed({ ...named, source: '7' }), AccountTokensForgotten({ accountId, revoked: true }));
  });
  it('counts the failures since the last success', () => {
    const failed = (attempt: number) =>
      AccountEventsNotSubscribed({
        ...named,
        checkedAt: at(attempt),
        nextCheckAt: at(attempt + 24),
        arrived: false,
        reason: 'refused',
        message: 'no',
        attempt,
      });
    given(connected, failed(1)).when(record(2, refused)).then(failed(2));
  });
  it('notes the first report of each source', () => {
    given(connected).when({ type: 'note-report' }).thenNothing();
    given(connected, subscribed(0)).when({ type: 'note-report' }).then(arrived);
    given(connected, subscribed(0), arrived).when(record(24, bot)).then(subscribed(24, true));
    const other = { kind: 'subscribed', source: '8' } as const;
    given(connected, subscribed(0), arrived)
      .when(record(24, other))
      .then(subscribed(24, false, '8'));
  });
  it('says since when reports were missed, where the platform had dropped it', () => {
    const again = { ...bot, again: true } as const;
    const missed = AccountEventsSubscribed({ ...subscribed(24, true).data, missedSince: at(0) });
    given(connected, subscribed(0), arrived).when(record(24, again)).then(missed);
    given(connected, subscribed(0), arrived, missed).when(record(48, bot)).then(subscribed(48, true));
  });
  it('is neither made nor kept for a disconnected account', () => {
    given(connected, disconnected).when(record(0, bot)).thenNothing();
    given(connected, disconnected)
      .when({ type: 'forget-tokens', revoked: true, unsubscribed: false })
      .then(AccountTokensForgotten({ accountId, revoked: true }));
  });
});

describe('the next check of a subscription', () => {
  it('is a day later, or a day before the subscription ends', () => {
    expect(nextCheckAt(bot, 0, at(0))).to.equal(at(24));
    expect(nextCheckAt({ ...bot, expiresAt: at(30) }, 0, at(0))).to.equal(at(6));
    expect(nextCheckAt({ ...bot, expiresAt: at(100) }, 0, at(0))).to.equal(at(24));
  });
  it('comes sooner without an answer, with growing pauses and not before the platform allows', () => {
    const silent = { kind: 'failed', reason: 'unavailable', message: '' } as const;
    expect([0, 1, 2, 20].map((failures) => nextCheckAt(silent, failures, at(0)))).to.deep.equal([
      at(1 / 60),
      at(4 / 60),
      at(16 / 60),
      at(24),
    ]);
    expect(nextCheckAt({ ...silent, retryAfterSeconds: 3600 }, 0, at(0))).to.equal(at(1));
  });
  it('waits for the choice of a page', () => {
    expect(nextCheckAt({ kind: 'failed', reason: 'no_destination', message: '' }, 0, at(0))).to.equal(null);
    expect(nextCheckAt(refused, 3, at(0))).to.equal(at(24));
  });
});
