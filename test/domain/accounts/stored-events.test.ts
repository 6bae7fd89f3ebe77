import { expect } from 'chai';
import { account } from '../../../domain/accounts/account.ts';
import { type AccountState } from '../../../domain/accounts/account-state.ts';
import { accountEvents, type AccountEvent } from '../../../domain/accounts/account-events.ts';
import {
  accountRegistry,
  accountRegistryEvents,
  type AccountRegistryEvent,
} from '../../../domain/accounts/account-registry.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { catalogueOf, type VersionedData } from '../../../domain/kernel/catalogue.ts';
import type { EventDefinition } from '../../../domain/kernel/event.ts';

const accountId = 'c0mwovvf4z2457c1tdrass9u1';
const connection = {
  accountId,
  connectionId: '9f0c5d0e4f1b',
  platform: 'LINKEDIN',
  nativeId: 'urn:li:person:abc',
  username: 'ada',
  displayName: 'Ada Lovelace',
  avatarUrl: 'https://media.example.com/ada.jpg',
  accountType: 'business',
  tokenVersion: 1,
  tokenExpiresAt: '2030-03-01T00:00:00.000Z',
  canAutoRefresh: true,
  scopes: ['w_member_social'],
  connectedById: 'c0mwovvf4z2457c1tdrass9u2',
};
const named = { accountId, platform: 'LINKEDIN' };

/** As they were stored when their version was the newest. Never edited: what was written once must be read for ever. */
const accountSamples: readonly VersionedData[] = [
  { type: 'AccountConnected', version: 1, data: connection },
  {
    type: 'AccountDestinationsLoaded',
    version: 1,
    data: { accountId, destinations: [{ id: 'urn:li:organization:1', name: 'Bakery', kind: 'organization' }] },
  },
  {
    type: 'AccountPageSelected',
    version: 1,
    data: { accountId, page: { id: 'urn:li:organization:1', name: 'Bakery' } },
  },
  { type: 'AccountPageCleared', version: 1, data: { accountId } },
  { type: 'AccountDetailsUpdated', version: 1, data: { accountId, username: 'ada.l', displayName: 'Ada L' } },
  {
    type: 'AccountTokenRefreshFailed',
    version: 1,
    data: { accountId, attempt: 1, error: 'server error', retryAt: '2030-02-20T00:01:00.000Z' },
  },
  {
    type: 'AccountTokenRefreshed',
    version: 1,
    data: { accountId, tokenVersion: 2, tokenExpiresAt: '2030-05-01T00:00:00.000Z', canAutoRefresh: true },
  },
  {
    type: 'AccountLoginEnds',
    version: 1,
    data: { ...named, loginEndsAt: '2030-03-01T00:00:00.000Z', publishesOn: true },
  },
  { type: 'AccountErrored', version: 1, data: { ...named, status: 'EXPIRED', error: 'The token has expired' } },
  { type: 'AccountRecovered', version: 1, data: named },
  { type: 'AccountReconnected', version: 1, data: { ...connection, connectionId: 'aa0c5d0e4f1b', tokenVersion: 3 } },
  { type: 'AccountDisconnected', version: 1, data: { ...named, reason: 'user_disconnected' } },
  { type: 'AccountPaused', version: 1, data: { accountId, platform: 'LINKEDIN' } },
  { type: 'AccountResumed', version: 1, data: { accountId, platform: 'LINKEDIN' } },
  {
    type: 'AccountEventsSubscribed',
    version: 1,
    data: {
      ...named,
      source: '7',
      arrived: false,
      expiresAt: '2030-03-08T00:00:00.000Z',
      checkedAt: '2030-03-01T00:00:00.000Z',
      nextCheckAt: '2030-03-02T00:00:00.000Z',
    },
  },
  { type: 'AccountEventsArrived', version: 1, data: { ...named, source: '7' } },
  {
    type: 'AccountEventsNotSubscribed',
    version: 1,
    data: {
      ...named,
      source: '7',
      arrived: true,
      reason: 'no_destination',
      message: 'No page',
      attempt: 1,
      checkedAt: '2030-03-02T00:00:00.000Z',
      nextCheckAt: null,
    },
  },
  { type: 'AccountEventsUnsubscribed', version: 1, data: { ...named, source: '7' } },
  { type: 'AccountTokensForgotten', version: 1, data: { accountId, revoked: true } },
];
const registrySamples: readonly VersionedData[] = [
  { type: 'AccountSlotTaken', version: 1, data: { nativeKey: 'ab12', accountId, platform: 'LINKEDIN' } },
  { type: 'AccountSlotReleased', version: 1, data: { accountId } },
];

const latest = (definitions: readonly EventDefinition[], samples: readonly VersionedData[]) => {
  for (const { type, version } of definitions) {
    const versions = samples.filter((sample) => sample.type === type).map((sample) => sample.version);
    const wanted = Array.from({ length: version }, (_, index) => index + 1);
    expect(versions, `a sample of each version of ${type}`).to.include.members(wanted);
  }
};

describe('stored account events', () => {
  const definitions = [...accountEvents, ...accountRegistryEvents] as readonly unknown[] as readonly EventDefinition[];
  const catalogue = catalogueOf(definitions);

  it('are kept as a sample of every version', () => latest(definitions, [...accountSamples, ...registrySamples]));

  it('are read in the form of the newest version', () => {
    for (const sample of [...accountSamples, ...registrySamples]) {
      const { type, data } = catalogue.decode(sample);
      expect(() => catalogue.definitions.get(type)?.schema.parse(data), type).not.to.throw();
    }
  });

  it('tell the whole life of an account', () => {
    const events = accountSamples.map((sample) => catalogue.decode(sample) as AccountEvent);
    const state = foldState<AccountState, AccountEvent>(account, events);
    expect(state).to.include({ id: accountId, status: 'disconnected', hasTokens: false, connectionId: 'aa0c5d0e4f1b' });
    expect(state?.token.tokenVersion).to.equal(3);
    expect(state?.destinations).to.have.length(1);
  });

  it('tell who holds a place', () => {
    const events = registrySamples.map((sample) => catalogue.decode(sample) as AccountRegistryEvent);
    expect(foldState(accountRegistry, events.slice(0, 1))['ab12']).to.include({ accountId, held: true });
    expect(foldState(accountRegistry, events)['ab12']).to.include({ accountId, held: false });
  });
});
