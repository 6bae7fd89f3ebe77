import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { catalogue } from '../../../../domain/events.ts';
import { UnreadableEvent, type EventMeta } from '../../../../domain/kernel/event.ts';
import { UserRenamed } from '../../../../domain/users/user.ts';
import {
  ServiceEventStore,
  type EventForm,
  type EventView,
} from '../../../../infra/stores/event-store/service-event-store.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'live',
  actor: { kind: 'user', id: 'u' },
  occurredAt: '2026-01-01T00:00:00.000Z',
  $correlationId: 'c',
  $causationId: 'c',
};
const userId = 'cuser';
const stream = `user-${userId}`;

describe('the handle of the event store', () => {
  const database = useDatabase();
  const log = useEventStore();
  let store: ServiceEventStore;
  const heard: unknown[] = [];

  before(async () => {
    const keys = new SubjectKeys(database(), keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    store = new ServiceEventStore(log().store, catalogue, keys);
    store.onAppended((name, { revision }) => heard.push([name, revision]));
    const renamed = { ...UserRenamed({ userId, name: 'Olivia' }), id: randomUUID(), meta };
    await store.append(stream, 'none', [renamed]);
  });

  const nameIn = (data: unknown): unknown => (data as { name: unknown }).name;
  const read = async (view: EventView) => (await view.read(stream)).events[0];
  const followed = async (view: EventView) => {
    const done = new AbortController();
    for await (const { events } of view.follow('start', { signal: done.signal })) {
      done.abort();
      return events[0];
    }
    return undefined;
  };

  it('reads events open', async () => {
    expect(nameIn((await store.read(stream)).events[0]?.data)).to.equal('Olivia');
    expect(nameIn((await followed(store.view({ as: 'opened' })))?.data)).to.equal('Olivia');
  });

  for (const shared of [false, true])
    it(`reads them in each form, ${shared ? 'from a shared reading' : 'alone'}`, async () => {
      const inForm = (as: EventForm) => store.view({ as, shared });
      for (const event of [await read(inForm('stored')), await followed(inForm('stored'))]) {
        expect(nameIn(event?.data)).to.match(/^sealed:1:/);
        expect(event?.meta, 'names the version it was written in').to.include({ v: 1 });
      }
      for (const event of [await read(inForm('lifted')), await followed(inForm('lifted'))]) {
        expect(nameIn(event?.data)).to.match(/^sealed:1:/);
        expect(event?.meta).to.not.have.property('v');
      }
      for (const event of [await read(inForm('opened')), await followed(inForm('opened'))])
        expect(nameIn(event?.data)).to.equal('Olivia');
    });

  it('carries what cannot be opened with its reason, to followers only, and continues', async () => {
    const strange = new SubjectKeys(database(), keyringFrom(`b:${randomBytes(32).toString('base64')}`));
    const reader = new ServiceEventStore(log().store, catalogue, strange);
    const carried = await followed(reader.view({ as: 'opened' }));
    expect(carried?.unreadable).to.include('no master key a');
    expect((await followed(reader.view({ as: 'opened', shared: true })))?.unreadable).to.equal(carried?.unreadable);
    expect((await followed(reader.view({ as: 'lifted' })))?.unreadable).to.equal(undefined);
    const refused = await reader.read(stream).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(UnreadableEvent);
  });

  it('opens later what was read sealed', async () => {
    const { events } = await store.view({ as: 'lifted' }).read(stream);
    expect(nameIn((await store.open(events))[0]?.data)).to.equal('Olivia');
  });

  it('notifies listeners of each append', () => expect(heard).to.deep.equal([[stream, 0]]));
});
