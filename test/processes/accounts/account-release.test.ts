import { expect } from 'chai';
import {
  AccountConnected,
  AccountDisconnected,
  AccountTokensForgotten,
} from '../../../domain/accounts/account-events.ts';
import { AccountSlotReleased, AccountSlotTaken } from '../../../domain/accounts/account-registry.ts';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import { accountRelease, type Leaving } from '../../../processes/accounts/account-release.ts';
import { accountId, connection } from '../../domain/accounts/samples.ts';

const recorded = (event: NewEvent): Recorded => ({
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
    occurredAt: '2030-01-01T00:00:00.000Z',
  },
});
const after = (...events: NewEvent[]): Leaving | undefined =>
  events.reduce<Leaving | undefined>(
    (leaving, event) => accountRelease.evolve(leaving, recorded(event), accountId),
    undefined,
  );
const next = (...events: NewEvent[]) => {
  const leaving = after(...events);
  return leaving && accountRelease.next(leaving);
};
const taken = AccountSlotTaken({ nativeKey: 'k', accountId, platform: 'TWITTER' });
const released = AccountSlotReleased({ accountId });
const connected = AccountConnected(connection());
const forgotten = AccountTokensForgotten({ accountId, revoked: true });
const at = '2030-01-01T00:00:00.000Z';
/** Tokens are given back. */
const due = { at, action: { accountId, phase: 'leaving', at } };
const left = (reason: 'user_disconnected' | 'token_revoked') =>
  AccountDisconnected({ accountId, platform: 'TWITTER', reason });

describe('tidying up after accounts', () => {
  it('waits a quarter of an hour for the account a place was taken for', () => {
    const at = '2030-01-01T00:15:00.000Z';
    expect(next(taken)).to.deep.equal({ at, action: { accountId, phase: 'connecting', at } });
    expect(next(taken, connected)).to.equal(undefined);
    expect(next(taken, released)).to.equal(undefined);
  });
  it('gives the tokens of a person’s account back at once, until that is done', () => {
    expect(next(connected, left('user_disconnected'))).to.deep.equal(due);
    expect(next(connected, left('user_disconnected'), released), 'the place is only half of it').to.deep.equal(due);
    expect(next(left('user_disconnected'), forgotten)).to.equal(undefined);
    expect(next(left('user_disconnected'), connected)).to.equal(undefined);
  });
  it('gives them back also where a place was taken again for an account that never followed', () => {
    const again = [connected, left('user_disconnected'), released, taken];
    expect(next(...again)?.action.phase).to.equal('connecting');
    expect(next(...again, released)).to.deep.equal(due);
    expect(next(...again, taken, released)).to.deep.equal(due);
    expect(next(...again, connected)).to.equal(undefined);
  });
  it('frees a place that was taken while tokens were given back', () => {
    const again = [connected, left('user_disconnected'), released, taken, forgotten];
    expect(next(...again)?.action.phase).to.equal('connecting');
    expect(next(...again, released)).to.equal(undefined);
  });
  it('leaves revoked accounts to their reconnect', () => {
    expect(next(connected, left('token_revoked'))).to.equal(undefined);
  });
});
