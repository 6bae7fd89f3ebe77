import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../../domain/events.ts';
import { post } from '../../domain/posts/post.ts';
import { PostEdited } from '../../domain/posts/events.ts';
import { EventStoreDb } from '../../infra/eventstoredb/store.ts';
import { openDatabase } from '../../infra/postgres/database.ts';
import { mountReads } from '../kernel/mounted-reads.ts';
import { until } from '../kernel/until.ts';
import { RunningService } from '../service/running-service.ts';
import { load, percentile } from './many-workspaces.ts';

const length = Number(process.env['BENCH_EVENTS'] ?? 1_000);
const requests = Number(process.env['BENCH_REQUESTS'] ?? 500);
const rounds = 5;
/** Streams that nobody has asked about yet, for the first answer of each. */
const unasked = 15;

/**
 * `?asOf=` at moments all over a post's stream of 1,000 events against the plain GET of the same post, one after the other over HTTP, in turns: the
 * endpoints of a running service on its own Postgres and its own event store, mounted beside it so that no rate limit is met. The first answer about
 * a stream, which has to read all of it, is measured by itself.
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
    while (posts.length <= unasked) posts.push(await longPost());
    const [story, ...others] = posts;
    const last = others.at(-1)?.moments.at(-1);
    if (!story || last === undefined) throw new Error('no story');
    // Its read model has all of it before anything is measured.
    await until('the read model has caught up', () => mounted.freshness.wait(['posts'], last, 1_000), 60_000);

    const present = async (): Promise<void> => get(`/posts/${story.id}`);
    // Steps through the stream so that near and far moments alternate, the newest among them.
    const asOf = async (index: number): Promise<void> =>
      get(`/posts/${story.id}?asOf=${story.moments[(index * 389) % story.moments.length]}`);
    await load(100, 1, present);
    await load(100, 1, asOf);
    const taken: Record<'present' | 'asOf', number[]> = { present: [], asOf: [] };
    for (let round = 0; round < rounds; round++) {
      taken.present.push(...(await load(requests / rounds, 1, present)).each);
      taken.asOf.push(...(await load(requests / rounds, 1, asOf)).each);
    }
    const first = await load(unasked, 1, async (index) =>
      get(`/posts/${others[index]?.id}?asOf=${others[index]?.moments[length / 2]}`),
    );
    const [now, then] = [taken.present, taken.asOf].map((each) => each.sort((a, b) => a - b)) as [number[], number[]];
    const ms = (value: number): number => Number(value.toFixed(2));
    const ratio = (value: number): number => Number((value / percentile(now, 0.5)).toFixed(2));
    console.table({
      'GET now': { 'p50 ms': ms(percentile(now, 0.5)), 'p99 ms': ms(percentile(now, 0.99)) },
      'GET as of a moment': { 'p50 ms': ms(percentile(then, 0.5)), 'p99 ms': ms(percentile(then, 0.99)) },
      'the first about a stream': { 'p50 ms': ms(percentile(first.each, 0.5)) },
    });
    const figures = {
      events: length,
      presentP50Ms: ms(percentile(now, 0.5)),
      asOfP50Ms: ms(percentile(then, 0.5)),
      asOfP99Ms: ms(percentile(then, 0.99)),
      firstP50Ms: ms(percentile(first.each, 0.5)),
    };
    const ratios = { asOf: ratio(percentile(then, 0.5)), first: ratio(percentile(first.each, 0.5)) };
    console.log(JSON.stringify({ bench: 'as-of', ratios, figures }));
  } finally {
    await mounted.stop();
    await database.close();
    await store.close();
    await service.dispose();
  }
}
