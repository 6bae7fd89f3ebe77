import { expect } from 'chai';
import {
  AccountConnected,
  AccountDisconnected,
  AccountTokensForgotten,
} from '../../../domain/accounts/account-events.ts';
import { AccountSlotReleased, AccountSlotTaken } from '../../../domain/accounts/account-registry.ts';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import { accountRelease, type Leaving } from '../../../processes/account-release/account-release.ts';
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
const left = (reason: 'user_disconnected' | 'token_revoked') =>
  AccountDisconnected({ accountId, platform: 'TWITTER', reason });

describe('tidying up after accounts', () => {
  it('waits a quarter of an hour for the account a place was taken for', () => {
    expect(next(taken)).to.deep.equal({
      at: '2030-01-01T00:15:00.000Z',
      action: { accountId, phase: 'connecting' },
    });
    expect(next(taken, connected)).to.equal(undefined);
    expect(next(taken, released)).to.equal(undefined);
  });
  it('gives the tokens of a person’s account back at once, until that is done', () => {
    const due = { at: '2030-01-01T00:00:00.000Z', action: { accountId, phase: 'leaving' } };
    expect(next(connected, left('user_disconnected'))).to.deep.equal(due);
    expect(next(connected, left('user_disconnected'), released), 'the place is only half of it').to.deep.equal(due);
    expect(next(left('user_disconnected'), AccountTokensForgotten({ accountId, revoked: true }))).to.equal(undefined);
    expect(next(left('user_disconnected'), connected)).to.equal(undefined);
  });
  it('leaves revoked accounts to their reconnect', () => {
    expect(next(connected, left('token_revoked'))).to.equal(undefined);
  });
});
