import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { accounts } from '../../../projections/accounts/accounts.ts';

const given = specFor(accounts);

const stream = 'account-a1';
const connected = event(
  'AccountConnected',
  {
    accountId: 'a1',
    connectionId: 'c1',
    platform: 'MASTODON',
    nativeId: 'n1',
    username: 'ada',
    displayName: 'Ada',
    tokenVersion: 1,
    canAutoRefresh: true,
    scopes: [],
    connectedById: null,
  },
  { stream },
);
const place = { id: 'board', name: 'Board', kind: 'board' };

describe('the read model accounts', () => {
  it('has one row for an account, with no destinations until they are loaded', () =>
    given()
      .when(connected)
      .then({ id: 'a1', platform: 'MASTODON', native_id: 'n1', status: 'ACTIVE', destinations: null }));

  it('keeps destinations and the native id when the account is disconnected', () =>
    given(connected, event('AccountDestinationsLoaded', { accountId: 'a1', destinations: [place] }, { stream }))
      .when(
        event(
          'AccountDisconnected',
          { accountId: 'a1', platform: 'MASTODON', reason: 'user_disconnected' },
          { stream },
        ),
      )
      .then({ native_id: 'n1', status: 'disconnected', destinations: [place] }));
});
