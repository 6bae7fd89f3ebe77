import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { catalogue } from '../../../domain/events.ts';
import { PostArchived, PostScheduled } from '../../../domain/posts/post-events.ts';
import { startStores } from '../../../infra/composition/embedded-stores.ts';
import { configFrom } from '../../../infra/composition/config.ts';
import { EventStoreDb } from '../../../infra/stores/eventstoredb/store.ts';
import { createLogger } from '../../../infra/telemetry/logger.ts';
import { readPosts } from '../../docs/native-reader.ts';
import { freshId } from '../../support/edge.ts';
import { testPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

describe('SYSTEM_PROJECTIONS', () => {
  const meta = {
    workspaceId: 'w',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'c',
    $causationId: 'c',
    occurredAt: '2026-01-01T00:00:00.000Z',
  } as const;
  let dataDir: string;
  let stores: Awaited<ReturnType<typeof startStores>>;
  let store: EventStoreDb;

  before(async () => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'links-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: await testPostgres(), SYSTEM_PROJECTIONS: 'true' };
    stores = await startStores(configFrom(env), createLogger('silent'));
    store = new EventStoreDb(stores.eventStoreUrl, catalogue);
  });
  after(async () => {
    await store.close();
    await stores.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const scheduled = (count: number) =>
    Array.from({ length: count }, () => ({
      ...PostScheduled({ scheduledFor: '2027-01-01T00:00:00.000Z' }),
      id: randomUUID(),
      meta,
    }));

  it('keeps $ce- and $et- streams for readers with the store\u2019s own client', async () => {
    const id = freshId();
    await store.append(`post-${id}`, 'none', scheduled(1));
    await store.append(`post-${id}`, 0, [{ ...PostArchived({}), id: randomUUID(), meta }]);
    const expected = [`post-${id} PostScheduled`, `post-${id} PostArchived`];
    const read = (): Promise<readonly string[]> => readPosts(stores.eventStoreUrl).catch(() => []);
    await until('the links are there', async () => (await read()).length === expected.length);
    expect(await read()).to.deep.equal(expected);
    const client = EventStoreDBClient.connectionString(stores.eventStoreUrl);
    const types: string[] = [];
    for await (const { event } of client.readStream('$et-PostArchived', { resolveLinkTos: true }))
      types.push(event?.type ?? '');
    await client.dispose();
    expect(types).to.deep.equal(['PostArchived']);
  });

  it('hides none of our events behind the links', async () => {
    const id = freshId();
    const { position } = await store.append(`post-${id}`, 'none', scheduled(900));
    await until('more links than one look takes in stand behind them', async () => {
      const seen = await readPosts(stores.eventStoreUrl);
      return seen.length >= 902;
    });
    expect(await store.head()).to.deep.equal(position);
    const read: string[] = [];
    const stop = new AbortController();
    for await (const { events, to } of store.follow('start', { signal: stop.signal })) {
      read.push(...events.map(({ stream }) => stream));
      if (to.commit >= position.commit) break;
    }
    stop.abort();
    expect(read).to.have.length(902);
  });
});
