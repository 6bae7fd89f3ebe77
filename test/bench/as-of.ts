import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { catalogue } from '../../domain/events.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { snapshotEvery } from '../../infra/log/history/stream-snapshots.ts';
import { openDatabase } from '../../infra/stores/postgres/database.ts';
import { ServiceEventStore } from '../../infra/stores/event-store/service-event-store.ts';
import { mountReads } from '../support/mounted-reads.ts';
import { until } from '../support/until.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { longLived, longStream, type LongStream } from './long-streams.ts';
import { load, percentile } from './many-workspaces.ts';

const length = Number(process.env['BENCH_EVENTS'] ?? 1_000);
const requests = Number(process.env['BENCH_REQUESTS'] ?? 500);
const rounds = 5;
/** Streams without an earlier request, for the first answer of each. */
const unasked = 40;
const unprepared = 9;

type Taken = Readonly<Record<'present' | 'asOf' | 'first' | 'unprepared', readonly number[]>>;

/** How long each answer took, in milliseconds. `get` asks for a thing, as of a moment where one is given. */
const measured = async (
  streams: readonly LongStream[],
  get: (thing: LongStream, moment?: bigint) => Promise<void>,
): Promise<Taken> => {
  const [story, ...others] = streams;
  if (!story) throw new Error('no story');
  const older = others.splice(0, unprepared);
  const present = async (): Promise<void> => get(story);
  // Steps through the stream so that near and far moments alternate; none is asked for twice.
  let asked = 0;
  const asOf = async (): Promise<void> => get(story, story.moments[(asked++ * 389) % story.moments.length]);
  // Each stream once, at a moment of its own.
  const firstOf = (which: readonly LongStream[]) => async (index: number) => {
    const thing = which[index % which.length] as LongStream;
    await get(thing, thing.moments[(index * 389 + length / 2) % thing.moments.length]);
  };
  await load(100, 1, present);
  await load(100, 1, asOf);
  const taken: Record<'present' | 'asOf' | 'first', number[]> = { present: [], asOf: [], first: [] };
  for (let round = 0; round < rounds; round++) {
    taken.present.push(...(await load(requests / rounds, 1, present)).each);
    taken.asOf.push(...(await load(requests / rounds, 1, asOf)).each);
    const some = others.splice(0, unasked / rounds);
    taken.first.push(...(await load(some.length, 1, firstOf(some))).each);
  }
  return { ...taken, unprepared: (await load(older.length, 1, firstOf(older))).each };
};

const ms = (each: readonly number[], share = 0.5): number =>
  Number(
    percentile(
      [...each].sort((a, b) => a - b),
      share,
    ).toFixed(2),
  );

/**
 * `?asOf=` at moments all over streams of 1,000 events (a post's, an account's, a workspace's, a person's, and the deliveries to a webhook endpoint) against the plain GET of the same thing, one after the
 * other over HTTP, in turns: the endpoints of a running service on its own Postgres and its own event store, mounted beside it so that no rate limit is
 * met. Three figures of each: `asOf`, moments of a stream that was asked about before, each moment for the first time; `first`, the first question of
 * all about a stream, in turns with the plain GET of another one, after the service made its snapshots as the stream grew; `unprepared`, the same without
 * those snapshots, as after they were dropped: that one request reads the whole stream and makes them.
 */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  const { databaseUrl, eventStoreUrl } = JSON.parse(
    readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8'),
  ) as Record<'databaseUrl' | 'eventStoreUrl', string>;
  const store = new EventStoreDb(eventStoreUrl, catalogue);
  const database = openDatabase({ url: databaseUrl, applicationName: 'bench' });
  const mounted = await mountReads({ store, database, dataDir: service.dataDir });
  const sealing = new ServiceEventStore(store, catalogue, mounted.keys);
  const ratios: Record<string, number> = {};
  const figures: Record<string, unknown> = { events: length };
  const table: Record<string, object> = {};
  try {
    for (const kind of longLived) {
      const streams: LongStream[] = [];
      while (streams.length <= unasked + unprepared)
        streams.push(await longStream(kind, length, service.connection, sealing));
      const tokens = new Map(streams.map(({ id, userId, workspaceId }) => [id, mounted.session(userId, workspaceId)]));
      const get = async ({ id, path: where }: LongStream, moment?: bigint): Promise<void> => {
        const query = moment === undefined ? '' : `?asOf=${moment}`;
        const answer = await fetch(`${mounted.baseUrl}${where}${query}`, {
          headers: { authorization: `Bearer ${tokens.get(id)}` },
        });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
      };

      const head = (await store.head())?.commit ?? 0n;
      // The read models have all of it before anything is measured.
      const models = [
        'posts',
        'accounts',
        'workspaces',
        'memberships',
        'users',
        'joined_workspaces',
        'webhook_endpoints',
        'webhook_outcomes',
      ];
      await until('the read models have caught up', () => mounted.freshness.wait(models, head, 1_000), 60_000);
      const [names, ids] = [streams.map(({ stream }) => stream), streams.map(({ id }) => id)];
      const snapshots = async (): Promise<number> => {
        const { rows } = await sql<{ count: string }>`
          select (select count(*) from stream_snapshot where stream = any(${names}))
            + (select count(*) from webhook_endpoint_snapshot where endpoint_id = any(${ids})) as count`.execute(
          database.kysely,
        );
        return Number(rows[0]?.count);
      };
      // Of webhooks the last ones are made by the next outcomes, or by who asks.
      const due = streams.length * (Math.floor(length / snapshotEvery) - (kind === 'webhook' ? 4 : 0));
      await until('the snapshots are made', async () => (await snapshots()) >= due, 60_000);
      const older = streams.slice(1, 1 + unprepared);
      await sql`
        delete from stream_snapshot where stream = any(${older.map(({ stream }) => stream)})`.execute(database.kysely);
      await sql`
        delete from webhook_endpoint_snapshot where endpoint_id = any(${older.map(({ id }) => id)})`.execute(
        database.kysely,
      );

      const taken = await measured(streams, get);
      const p50 = ms(taken.present);
      for (const figure of ['asOf', 'first', 'unprepared'] as const)
        ratios[kind === 'post' ? figure : `${kind}.${figure}`] = Number((ms(taken[figure]) / p50).toFixed(2));
      figures[kind] = {
        presentP50Ms: p50,
        asOfP50Ms: ms(taken.asOf),
        asOfP99Ms: ms(taken.asOf, 0.99),
        firstP50Ms: ms(taken.first),
        unpreparedP50Ms: ms(taken.unprepared),
      };
      table[kind] = {
        'GET now, p50 ms': p50,
        'as of a moment': ms(taken.asOf),
        'the first about a stream': ms(taken.first),
        'without snapshots': ms(taken.unprepared),
      };
    }
    console.table(table);
    console.log(JSON.stringify({ bench: 'as-of', ratios, figures }));
  } finally {
    await mounted.stop();
    await database.close();
    await store.close();
    await service.dispose();
  }
}
