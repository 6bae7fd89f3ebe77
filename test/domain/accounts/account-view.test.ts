import { expect } from 'chai';
import type { AccountEvent } from '../../../domain/accounts/account-events.ts';
import {
  AccountConnected,
  AccountDisconnected,
  AccountErrored,
  AccountEventsNotSubscribed,
  AccountEventsSubscribed,
  AccountPageCleared,
  AccountPageSelected,
  AccountReconnected,
  AccountRecovered,
  AccountTokenRefreshed,
} from '../../../domain/accounts/account-events.ts';
import { Account, accountView } from '../../../domain/accounts/account-view.ts';
import { foldView } from '../../../domain/kernel/decider.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { accountId, connection, profile } from './samples.ts';

const recorded = (event: AccountEvent, index: number): Recorded<AccountEvent> => ({
  ...event,
  id: String(index),
  stream: `account-${accountId}`,
  revision: index,
  position: { commit: BigInt(index), prepare: BigInt(index) },
  meta: {
    workspaceId: 'w',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'c',
    $causationId: String(index),
    occurredAt: `2030-01-01T00:00:0${index}.000Z`,
  },
});
const viewAfter = (...events: AccountEvent[]): Account | undefined => foldView(accountView, events.map(recorded));
const connected = AccountConnected(connection());
const named = { accountId, platform: 'TWITTER' as const };

describe('an account as clients see it', () => {
  it('has its platform in lowercase and its status in uppercase', () => {
    expect(viewAfter(connected)).to.deep.equal({
      id: accountId,
      platform: 'twitter',
      username: 'ada',
      displayName: 'Ada',
      status: 'ACTIVE',
      connectedAt: '2030-01-01T00:00:00.000Z',
      tokenExpiresAt: '2030-01-01T02:00:00.000Z',
      canAutoRefresh: true,
      messages: 'not_received',
    });
  });
  it('leaves tokenExpiresAt and canAutoRefresh out where tokens do not expire', () => {
    const shown = viewAfter(
      AccountConnected(
        connection({
          profile: { ...profile, platform: 'MASTODON' },
          token: { tokenVersion: 1, canAutoRefresh: false },
        }),
      ),
    );
    expect(shown).not.to.have.any.keys('tokenExpiresAt', 'canAutoRefresh');
  });
  it('leaves canAutoRefresh out where it was never assessed', () => {
    const token = { tokenVersion: 1, tokenExpiresAt: '2030-01-01T02:00:00.000Z' };
    const shown = viewAfter(AccountConnected(connection({ token })));
    expect(shown).to.have.property('tokenExpiresAt', token.tokenExpiresAt);
    expect(shown).not.to.have.property('canAutoRefresh');
    const errored = AccountErrored({ ...named, status: 'EXPIRED', error: 'gone' });
    expect(viewAfter(AccountConnected(connection({ token })), errored)).not.to.have.property('canAutoRefresh');
  });
  it('says whether messages of people come in, and what was missed', () => {
    const on = { ...named, checkedAt: '2030-01-02T00:00:00.000Z', nextCheckAt: null, arrived: true };
    const subscribed = AccountEventsSubscribed({ ...on, source: '7' });
    expect(viewAfter(connected)).to.include({ messages: 'not_received' });
    expect(viewAfter(connected, subscribed)).to.include({ messages: 'webhooks' });
    const refused = AccountEventsNotSubscribed({ ...on, reason: 'refused', message: 'no', attempt: 1 });
    expect(viewAfter(connected, subscribed, refused)).to.include({ messages: 'not_received' });
    const youtube = connection({ profile: { ...profile, platform: 'YOUTUBE' } });
    expect(viewAfter(AccountConnected(youtube)), 'it has no messages').not.to.have.property('messages');
    const again = AccountEventsSubscribed({ ...on, source: '7', missedSince: '2030-01-01T00:00:00.000Z' });
    expect(viewAfter(connected, again)?.incoming).to.include({ missedSince: '2030-01-01T00:00:00.000Z' });
    expect(viewAfter(connected, again, subscribed)?.incoming).not.to.have.property('missedSince');
  });
  it('warns of the end of a login, with what ends then and what helps, until the account is connected again', () => {
    const at = '2030-03-01T00:00:00.000Z';
    const ended = (tokenExpiresAt?: string) =>
      AccountTokenRefreshed({
        accountId,
        tokenVersion: 2,
        loginEndsAt: at,
        ...(tokenExpiresAt !== undefined && { tokenExpiresAt, canAutoRefresh: false }),
      });
    const outlived = viewAfter(connected, ended());
    expect(outlived?.warning).to.include({ code: 'LOGIN_ENDS', at, remedy: 'Connect the account again.' });
    expect(outlived?.warning?.message).to.include('goes on publishing');
    expect(outlived).not.to.have.any.keys('tokenExpiresAt', 'canAutoRefresh');
    const ending = viewAfter(connected, ended(at));
    expect(ending?.warning?.message).to.include('stops publishing');
    expect(ending).to.include({ tokenExpiresAt: at, canAutoRefresh: false });
    const again = AccountReconnected(connection({ connectionId: 'second' }));
    expect(viewAfter(connected, ended(), again)).not.to.have.property('warning');
    const left = AccountDisconnected({ ...named, reason: 'user_disconnected' });
    expect(viewAfter(connected, ended(), left)).not.to.have.property('warning');
  });
  it('tells why it stopped, and forgets it when it recovers', () => {
    const errored = AccountErrored({ ...named, status: 'EXPIRED', error: 'gone' });
    expect(viewAfter(connected, errored)).to.include({ status: 'EXPIRED', error: 'gone', canAutoRefresh: false });
    const renewed = AccountTokenRefreshed({
      accountId,
      tokenVersion: 2,
      tokenExpiresAt: '2030-02-01T00:00:00.000Z',
      canAutoRefresh: true,
    });
    const shown = viewAfter(connected, errored, renewed, AccountRecovered(named));
    expect(shown).to.include({ status: 'ACTIVE', canAutoRefresh: true, tokenExpiresAt: '2030-02-01T00:00:00.000Z' });
    expect(shown).not.to.have.property('error');
  });
  it('is disconnected by a person, and revoked by its platform', () => {
    const ended = (reason: 'user_disconnected' | 'token_revoked') =>
      viewAfter(connected, AccountDisconnected({ ...named, reason }))?.status;
    expect(ended('user_disconnected')).to.equal('disconnected');
    expect(ended('token_revoked')).to.equal('REVOKED');
  });
  it('can only be connected again once its tokens are given back', () => {
    const shown = viewAfter(connected, AccountDisconnected({ ...named, reason: 'token_revoked' }));
    expect(shown).to.include({ canAutoRefresh: false }).and.not.have.property('tokenExpiresAt');
  });
  it('shows the selected page until it is cleared', () => {
    const selected = AccountPageSelected({ accountId, page: { id: 'p', name: 'Bakery' } });
    expect(viewAfter(connected, selected)?.selectedPage).to.deep.equal({ id: 'p', name: 'Bakery' });
    expect(viewAfter(connected, selected, AccountPageCleared({ accountId }))).not.to.have.property('selectedPage');
  });
  it('is the same after a trip through JSON, and fits its schema', () => {
    const shown = viewAfter(connected);
    expect(JSON.parse(JSON.stringify(shown))).to.deep.equal(shown);
    expect(Account.parse(shown)).to.deep.equal(shown);
  });
});
