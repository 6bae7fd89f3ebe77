import { expect } from 'chai';
import {
  AccountConnected,
  AccountEventsSubscribed,
  AccountPageSelected,
} from '../../../../domain/accounts/account-events.ts';
import { account } from '../../../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../../../domain/accounts/account-state.ts';
import type { EventSubscriber } from '../../../../domain/platforms/event-subscriber.ts';
import { openEventSubscriptions } from '../../../../infra/adapters/accounts/event-subscriptions.ts';
import { accountId, connection, profile } from '../../../domain/accounts/samples.ts';

type Parts = Parameters<typeof openEventSubscriptions>[0];
const scope = { workspaceId: 'w', mode: 'live' } as const;
const at = '2030-01-01T00:00:00.000Z';

/** A platform that has the subscription or dropped it. */
const platformThat = (has: boolean) => {
  const calls: string[] = [];
  const subscriber: EventSubscriber = {
    platform: 'FACEBOOK',
    subscribe: async (_address, { account: { page } }) => {
      calls.push('subscribe');
      return { source: page?.id ?? '' };
    },
    isSubscribed: async ({ source }, _address, { account: { page } }) => has && source === page?.id,
    unsubscribe: async () => void calls.push('unsubscribe'),
  };
  const context = (state: ConnectedAccount) => ({ account: { ...state.profile, id: state.id, page: state.page } });
  const open = (state: ConnectedAccount) =>
    openEventSubscriptions({
      adapters: { live: new Map([['FACEBOOK', { subscriber }]]) } as unknown as Parts['adapters'],
      calls: { call: (_of, _scope, { run }) => run({}, context(state) as never) } as Parts['calls'],
      addresses: { of: () => () => ({ url: 'https://x.example/', secret: '' }) } as unknown as Parts['addresses'],
      isShared: async () => false,
    });
  return { calls, outcomeFor: (state: ConnectedAccount) => open(state).subscribe(state, scope) };
};

const subscribedTo = (source: string, page: string): ConnectedAccount => {
  const named = { accountId, platform: 'FACEBOOK' as const };
  const state = [
    AccountConnected(connection({ profile: { ...profile, platform: 'FACEBOOK' } })),
    AccountEventsSubscribed({ ...named, source, checkedAt: at, nextCheckAt: at, arrived: true }),
    AccountPageSelected({ accountId, page: { id: page } }),
  ].reduce(account.evolve, account.initial);
  if (!state) throw new Error('there is no account');
  return state;
};

describe('the check of a subscription at its platform', () => {
  it('finds it', async () => {
    const { calls, outcomeFor } = platformThat(true);
    expect(await outcomeFor(subscribedTo('7', '7'))).to.deep.equal({ kind: 'subscribed', source: '7' });
    expect(calls).to.deep.equal([]);
  });
  it('makes one again that the platform dropped, and says so', async () => {
    const { calls, outcomeFor } = platformThat(false);
    expect(await outcomeFor(subscribedTo('7', '7'))).to.deep.equal({ kind: 'subscribed', source: '7', again: true });
    expect(calls).to.deep.equal(['subscribe']);
  });
  it('misses nothing where another page was chosen', async () => {
    const { calls, outcomeFor } = platformThat(true);
    expect(await outcomeFor(subscribedTo('7', '8'))).to.deep.equal({ kind: 'subscribed', source: '8' });
    expect(calls).to.deep.equal(['subscribe', 'unsubscribe']);
  });
});
