import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { AccountTokenRefreshed } from '../../domain/accounts/account-events.ts';
import { catalogue } from '../../domain/events.ts';
import { openDatabase } from '../../infra/stores/postgres/database.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import type { Client, PostBody } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { manyWorkspaces, percentile } from './many-workspaces.ts';

const years = 10;
const halfHours = years * 365 * 48;
const refreshes = Number(process.env['BENCH_EVENTS'] ?? halfHours);
const requests = Number(process.env['BENCH_REQUESTS'] ?? 100);
const halfHourMs = 30 * 60 * 1_000;
const appendedAtOnce = 500;

/** Adds the refreshes of an hourly token over years to the stream of a connected account. */
const age = async (store: EventStoreDb, client: Client): Promise<void> => {
  const [accountId = ''] = client.accounts(['TWITTER']);
  const stream = `account-${accountId}`;
  const { events, revision } = await store.read(stream);
  const [connected] = events;
  if (!connected || revision === 'none') throw new Error(`${stream} is empty`);
  const { tokenVersion, tokenExpiresAt, canAutoRefresh } = connected.data as {
    tokenVersion: number;
    tokenExpiresAt?: string;
    canAutoRefresh?: boolean;
  };
  // The version stays, because the vault holds the pair of this version.
  const refreshed = AccountTokenRefreshed({ accountId, tokenVersion, tokenExpiresAt, canAutoRefresh });
  const began = Date.now() - refreshes * halfHourMs;
  for (let at = 0; at < refreshes; at += appendedAtOnce) {
    const some = Array.from({ length: Math.min(appendedAtOnce, refreshes - at) }, (_, index) => ({
      ...refreshed,
      id: randomUUID(),
      meta: {
        ...connected.meta,
        $causationId: randomUUID(),
        occurredAt: new Date(began + (at + index) * halfHourMs).toISOString(),
      },
    }));
    await store.append(stream, revision + at, some);
  }
};

type Age = 'old' | 'new';
type Taken = Record<Age, number[]>;

const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const answer = await work();
  into.push(performance.now() - began);
  return answer;
};

const p50 = (each: readonly number[]): number =>
  Number(
    percentile(
      [...each].sort((a, b) => a - b),
      0.5,
    ).toFixed(2),
  );

/**
 * POST /v1/posts and the sync publish of the post with an account whose hourly token was refreshed for ten years (175,200 events),
 * against one that was just connected, in turns on one service. `first`: the first create with the old account, which compacts its stream.
 */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  const stores = JSON.parse(readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8')) as Record<
    'databaseUrl' | 'eventStoreUrl',
    string
  >;
  const store = new EventStoreDb(stores.eventStoreUrl, catalogue);
  const database = openDatabase({ url: stores.databaseUrl, applicationName: 'bench' });
  try {
    const [old, young] = await manyWorkspaces(service.demo, 2, ['TWITTER']);
    if (!old || !young) throw new Error('no workspaces');
    await age(store, old);
    const head = ((await store.head())?.commit ?? 0n).toString();
    await until(
      'all that follows the log has caught up',
      async () => {
        const { rows } = await sql<{ behind: string }>`
          select count(*) as behind from checkpoint where "commit" < ${head}`.execute(database.kysely);
        return rows[0]?.behind === '0';
      },
      600_000,
    );
    const created: Taken = { old: [], new: [] };
    const published: Taken = { old: [], new: [] };
    const create = (client: Client, content: string): Promise<PostBody> =>
      client.expect<PostBody>(201, 'POST', '/posts', { content, accountIds: client.accounts(['TWITTER']) });
    const publish = (client: Client, id: string): Promise<PostBody> =>
      client.expect<PostBody>(200, 'POST', `/posts/${id}/publish?sync=true`);
    const first: number[] = [];
    await timed(first, () => create(old, 'the first one'));
    for (let index = -10; index < requests; index++) {
      const pairs = [['old', old] as const, ['new', young] as const];
      for (const [which, client] of index % 2 === 0 ? pairs : pairs.reverse()) {
        const warmUp = index < 0;
        const post = await timed(warmUp ? [] : created[which], () => create(client, `post ${index}`));
        await timed(warmUp ? [] : published[which], () => publish(client, post.id));
      }
    }
    const ratios = {
      create: Number((p50(created.old) / p50(created.new)).toFixed(2)),
      publish: Number((p50(published.old) / p50(published.new)).toFixed(2)),
    };
    const figures = {
      events: refreshes,
      firstCreateMs: Math.round(first[0] ?? 0),
      oldCreateP50Ms: p50(created.old),
      newCreateP50Ms: p50(created.new),
      oldPublishP50Ms: p50(published.old),
      newPublishP50Ms: p50(published.new),
    };
    console.table({
      create: { old: p50(created.old), new: p50(created.new) },
      publish: { old: p50(published.old), new: p50(published.new) },
    });
    console.log(JSON.stringify({ bench: 'old-accounts', ratios, figures }));
  } finally {
    await database.close();
    await store.close();
    await service.dispose();
  }
}
