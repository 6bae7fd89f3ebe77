import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { platforms } from '../../domain/platforms/platform.ts';
import { openDatabase } from '../../infra/stores/postgres/database.ts';
import { posts } from '../../projections/posts/posts.ts';
import { encodeCursor } from '../../read-api/kernel/page.ts';
import { fillReadModel, inTurns } from '../read-api/many-rows.ts';
import { shownPost } from '../read-api/shown-post.ts';
import { Client, type ConnectionFile } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { load, percentile } from './many-workspaces.ts';
import { withoutIndexes } from './without-indexes.ts';

const many = Number(process.env['BENCH_POSTS'] ?? 1_000_000);
const few = 1_000;
const requests = Number(process.env['BENCH_REQUESTS'] ?? 400);
const atOnce = 2;
/** Enough that neither the burst nor the minute of one key's limit is met. */
const keys = 10;

const batch = 100_000;

const begin = Date.parse('2026-01-01T00:00:00Z');
const minute = (n: number): string => new Date(begin + n * 60_000).toISOString();
const idOf = (n: number): string => `c${n.toString(16).padStart(24, '0')}`;
const used = platforms.slice(0, 13);

type Workspace = Readonly<{ id: string; keys: readonly string[]; first: number; count: number }>;

/** A workspace with several keys. Rows are numbered through, so that ids of both are neighbours in the one table. */
const workspaceOf = async (demo: Client, first: number, count: number): Promise<Workspace> => {
  const made = await demo.expect<ConnectionFile>(201, 'POST', '/sandbox/workspaces', { connectAll: false });
  const owner = new Client({ ...made, apiKey: made.sessionToken });
  const secrets: string[] = [];
  for (let n = 0; n < keys; n++) {
    const wanted = { name: `Reader ${n}`, scopes: ['posts:read'] };
    const answer = await owner.expect<{ data: { key: string } }>(
      ...([201, 'POST', `/workspaces/${made.workspaceId}/api-keys`, wanted] as const),
    );
    secrets.push(answer.data.key);
  }
  return { id: made.workspaceId, keys: secrets, first, count };
};

const fillPosts = (
  db: Kysely<unknown>,
  { id, first }: Workspace,
  [from, to]: readonly [from: number, to: number],
): Promise<void> => {
  const template = JSON.stringify(shownPost('id', id, 'published', ['TWITTER', 'BLUESKY'])).replaceAll("'", "''");
  return fillReadModel(db, posts, [from, to], {
    workspace_id: `'${id}'`,
    status: `case when n % 20 = 0 then 'failed' when n % 4 = 1 then 'draft' else 'published' end`,
    platforms: `array[${inTurns(used)}, 'WHATSAPP']`,
    calendar_at: `timestamptz '${minute(0)}' + (n - ${first}) * interval '1 minute'`,
    view: `jsonb_set('${template}'::jsonb, '{id}', to_jsonb('c' || lpad(to_hex(n), 24, '0')))`,
  });
};

/** What is asked, by name; each is answered with about as many posts in either workspace. */
const questions: Readonly<Record<string, (workspace: Workspace) => string>> = {
  'first page': () => '',
  'page of 100': () => 'limit=100',
  'deep cursor': ({ first, count }) => `cursor=${encodeCursor(idOf(first + Math.floor(count / 2)))}`,
  status: () => 'status=failed',
  'status nothing has': () => 'status=archived',
  platform: () => 'platform=TWITTER',
  'platform of every post': () => 'platform=WHATSAPP',
  'platform nothing has': () => 'platform=MASTODON',
  'status and platform': () => 'status=draft&platform=LINKEDIN',
  'range of time': ({ count }) => `from=${minute(count / 2)}&to=${minute(count / 2 + 19)}`,
  'range and status': ({ count }) => `from=${minute(count / 2 - 200)}&to=${minute(count / 2)}&status=failed`,
  'range, deep cursor': ({ first, count }) =>
    `from=${minute(0)}&cursor=${encodeCursor([minute(count / 2), idOf(first + count / 2)])}`,
};

/** GET /v1/posts of a workspace with a million posts against one with a thousand, in turns, by every filter. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const small = await workspaceOf(service.demo, 1, few);
    const large = await workspaceOf(service.demo, few + 1, many);
    const stores = JSON.parse(readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const database = openDatabase({
      url: stores.databaseUrl,
      applicationName: 'bench',
      statementTimeoutMs: 1_200_000,
    });
    const began = performance.now();
    await withoutIndexes(database.kysely, posts, async () => {
      for (const of of [small, large]) {
        const last = of.first + of.count - 1;
        for (let from = of.first; from <= last; from += batch) {
          await fillPosts(database.kysely, of, [from, Math.min(from + batch - 1, last)]);
        }
      }
    });
    await database.close();
    const filled = performance.now() - began;

    const ask = async (of: Workspace, query: string, index: number): Promise<{ posts: number; ms: number }> => {
      for (;;) {
        const start = performance.now();
        const answer = await fetch(`${service.connection.baseUrl}/posts?${query}`, {
          headers: { authorization: `Bearer ${of.keys[index % keys]}` },
        });
        const body = (await answer.json()) as { posts: unknown[] };
        if (answer.status === 200) return { posts: body.posts.length, ms: performance.now() - start };
        if (answer.status !== 429) throw new Error(`${query}: ${answer.status} ${JSON.stringify(body)}`);
        // A quick machine asks more often than a key may: what was turned away is no list and is not counted.
        await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
      }
    };
    const all = { large: [] as number[], small: [] as number[] };
    const table: Record<string, Record<string, number>> = {};
    for (const [name, queryOf] of Object.entries(questions)) {
      const each = { large: [] as number[], small: [] as number[] };
      const found = { large: 0, small: 0 };
      const once = async (size: 'large' | 'small', index: number): Promise<void> => {
        const of = size === 'large' ? large : small;
        const { posts, ms } = await ask(of, queryOf(of), index);
        found[size] = posts;
        each[size].push(ms);
      };
      await load(40, atOnce, (index) => once(index % 2 === 0 ? 'large' : 'small', index >> 1));
      each.large.length = each.small.length = 0;
      await load(requests * 2, atOnce, (index) => once(index % 2 === 0 ? 'large' : 'small', index >> 1));
      for (const size of ['large', 'small'] as const) {
        all[size].push(...each[size]);
        each[size].sort((a, b) => a - b);
      }
      const ms = (size: 'large' | 'small', share: number): number => Number(percentile(each[size], share).toFixed(1));
      table[name] = {
        [`posts of ${many}`]: found.large,
        [`posts of ${few}`]: found.small,
        'p50 large': ms('large', 0.5),
        'p50 small': ms('small', 0.5),
        'p99 large': ms('large', 0.99),
        'p99 small': ms('small', 0.99),
      };
    }
    console.table(table);
    const p = (size: 'large' | 'small', share: number): number =>
      percentile(
        all[size].sort((a, b) => a - b),
        share,
      );
    const ratios = {
      listP99: Number((p('large', 0.99) / p('small', 0.99)).toFixed(3)),
      listP50: Number((p('large', 0.5) / p('small', 0.5)).toFixed(3)),
    };
    const figures = {
      posts: many,
      requests: all.large.length,
      p99LargeMs: Number(p('large', 0.99).toFixed(1)),
      p99SmallMs: Number(p('small', 0.99).toFixed(1)),
      filledInSeconds: Math.round(filled / 1000),
    };
    console.log(JSON.stringify({ bench: 'reads', ratios, figures }));
  } finally {
    await service.dispose();
  }
}
