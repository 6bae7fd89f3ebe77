import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql, type KyselyPlugin, type PluginTransformQueryArgs } from 'kysely';
import { z } from 'zod';
import type { EventToAppend, EventLog, EventBatch } from '../../../../domain/kernel/event-store.ts';
import { catalogueOf } from '../../../../domain/kernel/catalogue.ts';
import { defineEvent, type Recorded } from '../../../../domain/kernel/event.ts';
import { forgotten } from '../../../../domain/kernel/personal.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { workspaceSubject } from '../../../../infra/stores/secrets/personal-fields.ts';
import { ServiceEventStore } from '../../../../infra/stores/event-store/service-event-store.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { MemoryEventStore } from '../../../support/memory-event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const keyring = keyringFrom(`a:${randomBytes(32).toString('base64')}`);

describe('keys of people', () => {
  const database = useDatabase();
  const keys = (cacheTtlMs?: number): SubjectKeys =>
    new SubjectKeys(database(), keyring, cacheTtlMs === undefined ? {} : { cacheTtlMs });

  it('seal and open, each for its person', async () => {
    const sealed = await keys().seal('olivia', 'olivia@example.com');
    expect(sealed).to.match(/^sealed:1:[A-Za-z0-9_-]+$/);
    expect(await keys().open('olivia', sealed)).to.equal('olivia@example.com');
    await keys().seal('adam', 'adam@example.com');
    expect(
      await keys()
        .open('adam', sealed)
        .catch((error: Error) => error.name),
    ).to.equal('NotAuthentic');
  });

  it('are one for a person, however many want it at once', async () => {
    const sealed = await Promise.all(Array.from({ length: 8 }, (_, index) => keys().seal('mia', `text ${index}`)));
    const opened = await Promise.all(sealed.map((each) => keys().open('mia', each)));
    expect(opened).to.deep.equal(sealed.map((_, index) => `text ${index}`));
  });

  it('are made and found by few statements, however many people there are at once', async () => {
    let statements = 0;
    const count = { transformQuery: ({ node }: PluginTransformQueryArgs) => (statements++, node) };
    const plugin: KyselyPlugin = { ...count, transformResult: async ({ result }) => result };
    const counted = () => new SubjectKeys({ ...database(), kysely: database().kysely.withPlugin(plugin) }, keyring);
    const people = Array.from({ length: 60 }, (_, index) => `person ${index}`);
    const [writing, reading] = [counted(), counted()];
    const sealed = await Promise.all(people.map((person) => writing.seal(person, `text of ${person}`)));
    const opened = await Promise.all(people.map((person, index) => reading.open(person, sealed[index] ?? '')));
    expect(opened).to.deep.equal(people.map((person) => `text of ${person}`));
    expect(statements).to.be.at.most(8);
  });

  it('when destroyed open nothing any more, and nothing that comes later', async () => {
    const here = keys();
    const sealed = await here.seal('gustav', 'Gustav');
    await here.destroy('gustav');
    await here.destroy('gustav');
    expect(await here.open('gustav', sealed)).to.equal(forgotten);
    expect(await keys().open('gustav', sealed)).to.equal(forgotten);
    expect(await here.seal('gustav', 'Gustav again')).to.equal(forgotten);
    expect(await keys().seal('gustav', 'Gustav again')).to.equal(forgotten);
    const { rows } = await sql`select wrapped_key, key_id from subject_key where subject = 'gustav'`.execute(
      database().kysely,
    );
    expect(rows).to.deep.equal([{ wrapped_key: null, key_id: null }]);
  });

  it('that were destroyed before they were made stay so', async () => {
    await keys().destroy('nobody');
    expect(await keys().seal('nobody', 'text')).to.equal(forgotten);
  });

  it('destroyed by another process are forgotten here soon', async () => {
    const here = keys(1);
    const sealed = await here.seal('greta', 'Greta');
    expect(await here.open('greta', sealed)).to.equal('Greta');
    await keys().destroy('greta');
    await setTimeout(10);
    expect(await here.open('greta', sealed)).to.equal(forgotten);
  });

  it('leave texts alone that were stored before their field was personal', async () => {
    expect(await keys().open('olivia', 'plain')).to.equal('plain');
  });
});

describe('personal data in events', () => {
  const CommentSeen = defineEvent(
    'CommentSeen',
    z.object({
      contactId: z.string(),
      text: z.string(),
      author: z.object({ username: z.string(), avatarUrl: z.string().nullable(), likes: z.int() }),
      mentions: z.array(z.object({ name: z.string() })),
    }),
    {
      description: 'A comment was seen.',
      personal: {
        subject: 'contactId',
        fields: ['text', 'author.username', 'author.avatarUrl', 'author.age', 'mentions.name'],
      },
    },
  );
  const LightChanged = defineEvent('LightChanged', z.object({ on: z.boolean() }), { description: 'A light changed.' });
  const catalogue = catalogueOf([CommentSeen, LightChanged]);
  const database = useDatabase();

  class MemoryLog extends MemoryEventStore implements EventLog {
    async *follow(): AsyncIterable<EventBatch> {
      const last = this.log.at(-1);
      if (last) yield await Promise.resolve({ events: this.log, to: last.position, caughtUp: true });
    }
    head() {
      return Promise.resolve(this.log.at(-1)?.position);
    }
    headSeen() {
      return this.head();
    }
  }
  const meta = {
    workspaceId: 'w1',
    mode: 'live',
    $correlationId: 'k',
    $causationId: 'k',
    occurredAt: '2026-01-01T00:00:00.000Z',
    actor: { kind: 'user', id: 'u1', address: '203.0.113.9' },
  } as const;
  const seen: EventToAppend = {
    ...CommentSeen({
      contactId: 'p1',
      text: 'hello from Zoë',
      author: { username: 'zoe', avatarUrl: null, likes: 3 },
      mentions: [{ name: 'Max' }, { name: 'Moritz' }],
    }),
    id: 'e1',
    meta,
  };
  const changed: EventToAppend = {
    ...LightChanged({ on: true }),
    id: 'e2',
    meta: { ...meta, actor: { kind: 'system', id: 's' } },
  };
  let inner: MemoryLog;
  let store: ServiceEventStore;
  let keys: SubjectKeys;
  beforeEach(async () => {
    await sql`truncate subject_key`.execute(database().kysely);
    inner = new MemoryLog();
    keys = new SubjectKeys(database(), keyring);
    store = new ServiceEventStore(inner, catalogue, keys);
    await store.append('s-1', 'none', [seen, changed]);
  });
  const followed = async (): Promise<readonly Recorded[]> => {
    for await (const { events } of store.follow('start', { signal: new AbortController().signal })) return events;
    return [];
  };

  it('stand in the log sealed, with everything else as it was', () => {
    const text = JSON.stringify(inner.log, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of ['Zoë', 'zoe', 'Max', 'Moritz', '203.0.113.9']) expect(text).to.not.include(secret);
    expect(inner.log[0]?.data).to.deep.include({ contactId: 'p1' });
    expect(inner.log[0]?.data).to.have.nested.include({ 'author.avatarUrl': null, 'author.likes': 3 });
    expect(inner.log[1]?.data).to.deep.equal({ on: true });
  });

  it('come back open to readers of the stream and followers of the log', async () => {
    for (const events of [(await store.read('s-1')).events, await followed()]) {
      expect(events.map(({ data }) => data)).to.deep.equal([seen.data, changed.data]);
      expect(events[0]?.meta).to.deep.equal(meta);
    }
    expect(await store.head()).to.deep.equal({ commit: 2n, prepare: 2n });
  });

  it('are forgotten everywhere when the key of the person is destroyed', async () => {
    await keys.destroy('p1');
    for (const events of [(await store.read('s-1')).events, await followed()])
      expect(events[0]?.data).to.deep.equal({
        contactId: 'p1',
        text: forgotten,
        author: { username: forgotten, avatarUrl: null, likes: 3 },
        mentions: [{ name: forgotten }, { name: forgotten }],
      });
    expect((await store.read('s-1')).events[0]?.meta.actor.address).to.equal('203.0.113.9');
    await keys.destroy(workspaceSubject('w1'));
    expect((await store.read('s-1')).events[0]?.meta.actor.address).to.equal(forgotten);
  });

  it('are without the address of a person who was forgotten, also where it was stored before', async () => {
    const before = await keys.seal(workspaceSubject('w1'), '203.0.113.9');
    const old = { ...changed, id: 'e3', meta: { ...meta, actor: { ...meta.actor, address: before } } };
    await inner.append('s-2', 'none', [old]);
    const addressIn = async (stream: string) => (await store.read(stream)).events[0]?.meta.actor.address;
    expect([await addressIn('s-1'), await addressIn('s-2')]).to.deep.equal(['203.0.113.9', '203.0.113.9']);
    await keys.destroy('u1');
    expect([await addressIn('s-1'), await addressIn('s-2')]).to.deep.equal([forgotten, forgotten]);
    await store.append('s-3', 'none', [{ ...seen, id: 'e4' }]);
    const sealed = inner.log.at(-1)?.meta.actor.address ?? '';
    expect(await keys.open(workspaceSubject('w1'), sealed), 'a later one').to.equal(forgotten);
  });

  it('are refused where the event does not name whose they are', async () => {
    const nameless = { ...seen, id: 'e3', data: { ...(seen.data as object), contactId: '' } };
    expect(await store.append('s-2', 'none', [nameless]).catch((error: Error) => error.message)).to.match(
      /no data subject/,
    );
    expect(inner.log).to.have.length(2);
  });
});
