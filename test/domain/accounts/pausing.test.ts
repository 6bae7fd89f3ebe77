import { expect } from 'chai';
import {
  AccountConnected,
  AccountDisconnected,
  AccountPaused,
  AccountResumed,
} from '../../../domain/accounts/account-events.ts';
import { account } from '../../../domain/accounts/account.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { specFor } from '../../support/spec.ts';
import { accountId, connection } from './samples.ts';

const named = { accountId, platform: 'TWITTER' as const };
const connected = AccountConnected(connection());
const paused = AccountPaused(named);
const resumed = AccountResumed(named);

describe('an account that the plan has no room for', () => {
  const given = specFor(account);

  it('is paused once, and resumed once', () => {
    given(connected).when({ type: 'pause' }).then(paused);
    given(connected, paused).when({ type: 'pause' }).thenNothing();
    given(connected, paused).when({ type: 'resume' }).then(resumed);
    given(connected).when({ type: 'resume' }).thenNothing();
    given(connected, paused, resumed).when({ type: 'pause' }).then(paused);
  });

  it('is not paused where it is disconnected: it publishes nothing', () => {
    given(connected, AccountDisconnected({ ...named, reason: 'user_disconnected' }))
      .when({ type: 'pause' })
      .thenNothing();
  });

  it('keeps its status meanwhile', () => {
    expect(foldState(account, [connected, paused])).to.include({ status: 'ACTIVE', paused: true });
    expect(foldState(account, [connected, paused, resumed])).to.include({ status: 'ACTIVE', paused: false });
  });
});
