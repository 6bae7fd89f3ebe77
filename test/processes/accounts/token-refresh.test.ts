import { expect } from 'chai';
import {
  AccountConnected,
  AccountDisconnected,
  AccountErrored,
  AccountRecovered,
  AccountTokenRefreshed,
  AccountTokenRefreshFailed,
} from '../../../domain/accounts/account-events.ts';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import { tokenRefresh, type TokenWatch } from '../../../processes/accounts/token-refresh.ts';
import { accountId, connection, token } from '../../domain/accounts/samples.ts';

const recorded = (event: NewEvent, occurredAt: string): Recorded => ({
  ...event,
  id: 'e',
  stream: 's',
  revision: 0,
  position: { commit: 0n, prepare: 0n },
  meta: {
    workspaceId: 'w',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'c',
    $causationId: 'c',
    occurredAt,
  },
});
const now = '2030-01-01T00:00:00.000Z';
type Happened = readonly [event: NewEvent, at?: string];
const watchAfter = (...events: readonly Happened[]) =>
  events.reduce<TokenWatch | undefined>(
    (before, [event, at = now]) => tokenRefresh.evolve(before, recorded(event, at), accountId),
    undefined,
  );
const due = (...events: readonly Happened[]) => {
  const watch = watchAfter(...events);
  return watch && tokenRefresh.next(watch)?.at;
};
const connected = AccountConnected(connection());
const named = { accountId, platform: 'TWITTER' as const };

describe('watching over tokens', () => {
  it('renews half an hour before the end of a token of two hours', () => {
    expect(due([connected])).to.equal('2030-01-01T01:30:00.000Z');
  });
  it('renews the next pair by its own life', () => {
    const renewed = AccountTokenRefreshed({
      accountId,
      ...token,
      tokenVersion: 2,
      tokenExpiresAt: '2030-01-01T03:30:00.000Z',
    });
    expect(due([connected], [renewed, '2030-01-01T01:30:00.000Z'])).to.equal('2030-01-01T03:00:00.000Z');
  });
  it('tries again at the recorded time', () => {
    const failed = AccountTokenRefreshFailed({
      accountId,
      attempt: 3,
      error: 'no',
      retryAt: '2030-01-01T01:37:00.000Z',
    });
    expect(due([connected], [failed])).to.equal('2030-01-01T01:37:00.000Z');
  });
  it('asks after a token that cannot be renewed when its time is over', () => {
    expect(due([AccountConnected(connection({ token: { ...token, canAutoRefresh: false } }))])).to.equal(
      token.tokenExpiresAt,
    );
  });
  it('asks again, at its end, after a lost token that is accepted again', () => {
    const errored = AccountErrored({ ...named, status: 'EXPIRED', error: 'no' });
    expect(due([connected], [errored], [AccountRecovered(named)])).to.equal(token.tokenExpiresAt);
    const revoked = AccountErrored({ ...named, status: 'REVOKED', error: 'no' });
    const left = AccountDisconnected({ ...named, reason: 'token_revoked' });
    expect(due([connected], [revoked], [left])).to.equal(undefined);
    expect(due([connected], [revoked], [left], [AccountRecovered(named)])).to.equal(token.tokenExpiresAt);
  });
  it('takes no number of failures a second time: it names the renewal made after so many', () => {
    const errored = AccountErrored({ ...named, status: 'EXPIRED', error: 'no' });
    const elsewhere = AccountTokenRefreshFailed({ accountId, attempt: 1, error: 'no', retryAt: now });
    const twice: Happened[] = [[errored], [AccountRecovered(named)], [errored], [AccountRecovered(named)]];
    expect(watchAfter([connected], ...twice)?.failures).to.equal(2);
    expect(watchAfter([connected], ...twice, [elsewhere])?.failures).to.equal(2);
  });
  it('goes by the new pair where the recovery came with one', () => {
    const errored = AccountErrored({ ...named, status: 'EXPIRED', error: 'no' });
    const renewed = AccountTokenRefreshed({ accountId, ...token, tokenVersion: 2 });
    expect(due([connected], [errored], [renewed], [AccountRecovered(named)])).to.equal('2030-01-01T01:30:00.000Z');
  });
  it('does not watch what does not expire, what is lost and what has left', () => {
    expect(due([AccountConnected(connection({ token: { tokenVersion: 1 } }))])).to.equal(undefined);
    expect(due([connected], [AccountErrored({ ...named, status: 'EXPIRED', error: 'no' })])).to.equal(undefined);
    expect(due([connected], [AccountDisconnected({ ...named, reason: 'user_disconnected' })])).to.equal(undefined);
  });
});
