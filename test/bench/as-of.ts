import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { catalogue } from '../../domain/events.ts';
import { post } from '../../domain/posts/post.ts';
import { PostEdited } from '../../domain/posts/events.ts';
import { EventStoreDb } from '../../infra/eventstoredb/store.ts';
import { snapshotEvery } from '../../infra/history/stream-snapshots.ts';
import { openDatabase } from '../../infra/postgres/database.ts';
import { mountReads } from '../kernel/mounted-reads.ts';
import { until } from '../kernel/until.ts';
import { RunningService } from '../service/running-service.ts';
import { load, percentile } from './many-workspaces.ts';

const length = Number(process.env['BENCH_EVENTS'] ?? 1_000);
const requests = Number(process.env['BENCH_REQUESTS'] ?? 500);
const rounds = 5;
/** Streams that nobody has asked about yet, for the first answer of each. */
const unasked = 40;
const unprepared = 9;

/**
 * `?asOf=` at moments all over a post's stream of 1,000 events against the plain GET of the same post, one after the other over HTTP, in turns: the
 * endpoints of a running service on its own Postgres and its own event store, mounted beside it so that no rate limit is met. Three figures:
 * `asOf`, moments of a stream that was asked about before, each moment for the first time; `first`, the first question of all about a stream, in turns
 * with the plain GET of another post, after the service made its snapshots as the stream grew; `unprepared`, the same without those snapshots, as of a
 * stream that is older than they are: that one request reads the whole stream and makes them.
 */
export default async function run(): Promise<void> {
  const service = await RunningService.start();
  const { databaseUrl, eventStoreUrl } = JSON.parse(
    readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8'),
  ) as Record<'databaseUrl' | 'eventStoreUrl', string>;
  const store = new EventStoreDb(eventStoreUrl, catalogue);
  const database = openDatabase({ url: databaseUrl, applicationName: 'bench' });
  const mounted = await mountReads({ store, database, dataDir: service.dataDir });
  try {
    const { workspaceId, userId } = service.connection;
    const token = mounted.session(userId, workspaceId);
    const get = async (where: string): Promise<void> => {
      const answer = await fetch(`${mounted.baseUrl}${where}`, { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
    };

    const longPost = async (): Promise<{ id: string; moments: readonly bigint[] }> => {
      const { id } = await service.demo.createPost('A long story');
      const stream = `${post.category}-${id}`;
      const first = (await store.read(stream)).events[0];
      if (!first) throw new Error('the post has no events');
      const edits = Array.from({ length: length - 1 }, (_, index) => ({
        ...PostEdited({ changes: { content: `Chapter ${index}` } }),
        id: randomUUID(),
        meta: { ...first.meta, $causationId: randomUUID(), occurredAt: new Date(Date.now() + index).toISOString() },
      }));
      for (let at = 0; at < edits.length; at += 100) await store.append(stream, at, edits.slice(at, at + 100));
      return { id, moments: (await store.read(stream)).events.map(({ position }) => position.commit) };
    };

    const posts = [];
    while (posts.length <= unasked + unprepared) posts.push(await longPost());
    const [story, ...others] = posts;
    const last = others.at(-1)?.moments.at(-1);
    if (!story || last === undefined) throw new Error('no story');
    // Its read model has all of it before anything is measured.
    await until('the read model has caught up', () => mounted.freshness.wait(['posts'], last, 1_000), 60_000);

    const snapshots = async (): Promise<number> => {
      const { rows } = await sql<{ count: string }>`select count(*) from stream_snapshot`.execute(database.kysely);
      return Number(rows[0]?.count);
    };
    const due = posts.length * Math.floor(length / snapshotEvery);
    await until('the snapshots are made', async () => (await snapshots()) >= due, 60_000);
    const older = others.splice(0, unprepared);
    for (const { id } of older)
      await sql`delete from stream_snapshot where stream = ${`${post.category}-${id}`}`.execute(database.kysely);

    const present = async (): Promise<void> => get(`/posts/${story.id}`);
    // Steps through the stream so that near and far moments alternate; none is asked for twice.
    let asked = 0;
    const asOf = async (): Promise<void> =>
      get(`/posts/${story.id}?asOf=${story.moments[(asked++ * 389) % story.moments.length]}`);
    // Each stream once, at a moment of its own.
    const firstOf = (which: typeof others) => async (index: number) => {
      const { id, moments } = which[index % which.length] as (typeof others)[number];
      await get(`/posts/${id}?asOf=${moments[(index * 389 + length / 2) % moments.length]}`);
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
    const unpreparedMs = (await load(older.length, 1, firstOf(older))).each;
    const [now, then, first] = [taken.present, taken.asOf, taken.first].map((each) => each.sort((a, b) => a - b)) as [
      number[],
      number[],
      number[],
    ];
    const ms = (value: number): number => Number(value.toFixed(2));
    const ratio = (value: number): number => Number((value / percentile(now, 0.5)).toFixed(2));
    console.table({
      'GET now': { 'p50 ms': ms(percentile(now, 0.5)), 'p99 ms': ms(percentile(now, 0.99)) },
      'GET as of a moment': { 'p50 ms': ms(percentile(then, 0.5)), 'p99 ms': ms(percentile(then, 0.99)) },
      'the first about a stream': { 'p50 ms': ms(percentile(first, 0.5)), 'p99 ms': ms(percentile(first, 0.99)) },
      'the first, without snapshots': { 'p50 ms': ms(percentile(unpreparedMs, 0.5)) },
    });
    const figures = {
      events: length,
      presentP50Ms: ms(percentile(now, 0.5)),
      asOfP50Ms: ms(percentile(then, 0.5)),
      asOfP99Ms: ms(percentile(then, 0.99)),
      firstP50Ms: ms(percentile(first, 0.5)),
      unpreparedP50Ms: ms(percentile(unpreparedMs, 0.5)),
    };
    const ratios = {
      asOf: ratio(percentile(then, 0.5)),
      first: ratio(percentile(first, 0.5)),
      unprepared: ratio(percentile(unpreparedMs, 0.5)),
    };
    console.log(JSON.stringify({ bench: 'as-of', ratios, figures }));
  } finally {
    await mounted.stop();
    await database.close();
    await store.close();
    await service.dispose();
  }
}
