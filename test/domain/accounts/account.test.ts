import { expect } from 'chai';
import { account } from '../../../domain/accounts/account.ts';
import {
  AccountConnected,
  AccountDestinationsLoaded,
  AccountDetailsUpdated,
  AccountDisconnected,
  AccountErrored,
  AccountPageCleared,
  AccountLoginEnds,
  AccountPageSelected,
  AccountReconnected,
  AccountRecovered,
  AccountTokenRefreshed,
  AccountTokenRefreshFailed,
  AccountTokensForgotten,
} from '../../../domain/accounts/account-events.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { specFor } from '../../support/spec.ts';
import { accountId, connect, connection, profile, token } from './samples.ts';

const given = specFor(account);
const connected = AccountConnected(connection());
const renewed = { tokenVersion: 2, tokenExpiresAt: '2030-01-01T04:00:00.000Z', canAutoRefresh: true };
const named = { accountId, platform: 'TWITTER' as const };
const expired = AccountErrored({ ...named, status: 'EXPIRED', error: 'gone' });
const facebook = AccountConnected(connection({ profile: { ...profile, platform: 'FACEBOOK' } }));
const linkedin = AccountConnected(connection({ profile: { ...profile, platform: 'LINKEDIN' } }));
const pages = AccountDestinationsLoaded({ accountId, destinations: [{ id: 'p1', name: 'Bakery', kind: 'page' }] });
const select = (pageId: string, isAnotherAccounts = false) =>
  ({ type: 'select-page', pageId, isAnotherAccounts }) as const;

describe('an account', () => {
  describe('connects', () => {
    it('for the first time', () => {
      given().when(connect()).then(connected);
    });
    it('again, as the same account', () => {
      given(connected, expired)
        .when(connect({ connectionId: 'second', token: renewed }))
        .then(AccountReconnected(connection({ connectionId: 'second', token: renewed })));
    });
    it('again after it was disconnected, and is active with its page', () => {
      const history = [
        linkedin,
        pages,
        AccountPageSelected({ accountId, page: { id: 'p1', name: 'Bakery' } }),
        AccountDisconnected({ accountId, platform: 'LINKEDIN', reason: 'user_disconnected' }),
        AccountReconnected(connection({ connectionId: 'second', profile: { ...profile, platform: 'LINKEDIN' } })),
      ];
      const state = foldState(account, history);
      expect(state?.status).to.equal('ACTIVE');
      expect(state?.page?.id).to.equal('p1');
    });
    it('never as another account of the platform', () => {
      given(connected)
        .when(connect({ connectionId: 'second', profile: { ...profile, nativeId: '43' } }))
        .thenRefused('CONFLICT');
    });
  });

  describe('renews its token', () => {
    it('once per pair', () => {
      given(connected)
        .when({ type: 'record-refresh', token: renewed })
        .then(AccountTokenRefreshed({ accountId, ...renewed }));
      given(connected).when({ type: 'record-refresh', token }).thenNothing();
    });
    it('and publishes again where it had stopped', () => {
      given(connected, expired)
        .when({ type: 'record-refresh', token: renewed })
        .then(AccountTokenRefreshed({ accountId, ...renewed }), AccountRecovered(named));
    });
    it('and says once when the platform ends the login', () => {
      const loginEndsAt = '2030-01-07T00:00:00.000Z';
      const ending = { ...renewed, loginEndsAt };
      const ends = AccountLoginEnds({ ...named, loginEndsAt, publishesOn: renewed.tokenExpiresAt === undefined });
      given(connected)
        .when({ type: 'record-refresh', token: ending })
        .then(AccountTokenRefreshed({ accountId, ...ending }), ends);
      const again = { ...ending, tokenVersion: ending.tokenVersion + 1 };
      given(connected, AccountTokenRefreshed({ accountId, ...ending }), ends)
        .when({ type: 'record-refresh', token: again })
        .then(AccountTokenRefreshed({ accountId, ...again }));
    });
    it('and stays active when a renewal does not come through', () => {
      const failure = { attempt: 1, error: 'no answer', retryAt: '2030-01-01T01:31:00.000Z' };
      given(connected)
        .when({ type: 'record-refresh-failure', ...failure })
        .then(AccountTokenRefreshFailed({ accountId, ...failure }));
      const state = foldState(account, [connected, AccountTokenRefreshFailed({ accountId, ...failure })]);
      expect(state).to.include({ status: 'ACTIVE', refreshFailures: 1 });
    });
    it('not at all after it was disconnected', () => {
      given(connected, AccountDisconnected({ ...named, reason: 'user_disconnected' }))
        .when({ type: 'record-refresh', token: renewed })
        .thenNothing();
    });
  });

  describe('loses its token', () => {
    const lost = (status: 'EXPIRED' | 'ERROR' | 'REVOKED', tokenVersion = 1) =>
      ({ type: 'record-token-failure', tokenVersion, status, error: 'gone' }) as const;

    it('by expiry, and only a reconnect helps', () => {
      given(connected).when(lost('EXPIRED')).then(expired);
      expect(foldState(account, [connected, expired])?.token.canAutoRefresh).to.equal(false);
    });
    it('by revocation, which also disconnects it', () => {
      given(connected)
        .when(lost('REVOKED'))
        .then(
          AccountErrored({ ...named, status: 'REVOKED', error: 'gone' }),
          AccountDisconnected({ ...named, reason: 'token_revoked' }),
        );
    });
    it('but a newer pair is not blamed for an older one', () => {
      given(connected, AccountTokenRefreshed({ accountId, ...renewed }))
        .when(lost('EXPIRED', 1))
        .thenNothing();
    });
    it('and recovers when the platform accepts it after all', () => {
      given(connected, AccountErrored({ ...named, status: 'ERROR', error: 'odd' }))
        .when({ type: 'confirm-token', tokenVersion: 1 })
        .then(AccountRecovered(named));
      given(connected).when({ type: 'confirm-token', tokenVersion: 1 }).thenNothing();
    });
  });

  describe('selects a page', () => {
    it('of its own', () => {
      given(facebook, pages)
        .when(select('p1'))
        .then(AccountPageSelected({ accountId, page: { id: 'p1', name: 'Bakery' } }));
    });
    it('not before its pages are known', () =>
      given(facebook).when(select('p1')).thenRefused('DESTINATIONS_NOT_LOADED'));
    it('not one it does not have', () => given(facebook, pages).when(select('p2')).thenRefused('INVALID_PAGE_ID'));
    it('not one of another account', () =>
      given(facebook, pages).when(select('p2', true)).thenRefused('ACCOUNT_PAGE_MISMATCH'));
    it('not where the platform has none', () =>
      given(connected).when(select('p1')).thenRefused('PAGE_SELECTION_NOT_SUPPORTED'));
    it('not with direct Instagram login', () => {
      const instagram = (oauthVersion: 'instagram_login' | 'fb_login') =>
        AccountConnected(connection({ profile: { ...profile, platform: 'INSTAGRAM', oauthVersion } }));
      given(instagram('instagram_login'), pages).when(select('p1')).thenRefused('PAGE_SELECTION_NOT_SUPPORTED');
      given(instagram('fb_login'), pages).when(select('p1')).thenTypes('AccountPageSelected');
    });
    it('or none, where it can publish as itself', () => {
      const chosen = AccountPageSelected({ accountId, page: { id: 'p1', name: 'Bakery' } });
      given(linkedin, pages, chosen).when(select('')).then(AccountPageCleared({ accountId }));
      given(linkedin).when(select('')).thenNothing();
      given(facebook, pages, chosen).when(select('')).thenRefused('INVALID_PAGE_ID');
    });
  });

  it('takes over new details once', () => {
    const details = { username: 'ada.l', displayName: 'Ada L', accountType: 'business' };
    given(connected)
      .when({ type: 'update-details', details })
      .then(AccountDetailsUpdated({ accountId, ...details }));
    given(connected).when({ type: 'update-details', details: profile }).thenNothing();
  });

  it('disconnects once, and does not exist before it is connected', () => {
    given(connected)
      .when({ type: 'disconnect', reason: 'user_disconnected' })
      .then(AccountDisconnected({ ...named, reason: 'user_disconnected' }));
    given().when({ type: 'disconnect', reason: 'user_disconnected' }).thenRefused('NOT_FOUND');
  });

  it('loses its tokens only after it was disconnected', () => {
    const disconnected = AccountDisconnected({ ...named, reason: 'user_disconnected' });
    const forgotten = AccountTokensForgotten({ accountId, revoked: true });
    given(connected, disconnected).when({ type: 'forget-tokens', revoked: true }).then(forgotten);
    given(connected, disconnected, forgotten).when({ type: 'forget-tokens', revoked: false }).thenNothing();
    given(connected).when({ type: 'forget-tokens', revoked: true }).thenNothing();
  });
});
