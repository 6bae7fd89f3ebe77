import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { platforms } from '../../domain/platforms/platform.ts';
import { openDatabase } from '../../infra/stores/postgres/database.ts';
import { accountDays } from '../../projections/analytics/account-days.ts';
import { postMetrics } from '../../projections/analytics/post-metrics.ts';
import { fillReadModel, inTurns } from '../read-api/many-rows.ts';
import { Client, type ConnectionFile } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { load, percentile } from './many-workspaces.ts';

const many = Number(process.env['BENCH_POSTS'] ?? 1_000_000);
const few = 1_000;
const requests = Number(process.env['BENCH_REQUESTS'] ?? 400);
const atOnce = 2;
/** Enough that neither the burst nor the minute of one key's limit is met. */
const keys = 10;
const batch = 100_000;
/**
 * Posts are spread evenly over the last year, and over an account on each platform. Accounts are measured daily,
 * with posts or without, so both workspaces have a row for each account and day, and only their posts differ.
 */
const daysOfPosts = 365;
const accounts = platforms.length;
const dayMs = 86_400_000;

type Workspace = Readonly<{ id: string; keys: readonly string[]; first: number; count: number }>;

const workspaceOf = async (demo: Client, first: number, count: number): Promise<Workspace> => {
  const made = await demo.expect<ConnectionFile>(201, 'POST', '/sandbox/workspaces', { connectAll: false });
  const owner = new Client({ ...made, apiKey: made.sessionToken });
  const secrets: string[] = [];
  for (let n = 0; n < keys; n++) {
    const wanted = { name: `Reader ${n}`, scopes: ['analytics:read'] };
    const answer = await owner.expect<{ data: { key: string } }>(
      ...([201, 'POST', `/workspaces/${made.workspaceId}/api-keys`, wanted] as const),
    );
    secrets.push(answer.data.key);
  }
  return { id: made.workspaceId, keys: secrets, first, count };
};

const figures = `jsonb_build_object('impressions', n % 5000, 'likes', n % 90, 'comments', n % 7, 'clicks', n % 40)`;
const accountOf = (id: string): string => `'${id}/' || (n % ${accounts})`;

/** The rows of posts: as many as there are posts. */
const fillPosts = async (db: Kysely<unknown>, { id, first, count }: Workspace, since: string): Promise<void> => {
  const secondsApart = (daysOfPosts * 86_400) / count;
  const last = first + count - 1;
  for (let from = first; from <= last; from += batch)
    await fillReadModel(db, postMetrics, [from, Math.min(from + batch - 1, last)], {
      workspace_id: `'${id}'`,
      account_id: accountOf(id),
      platform: inTurns(platforms),
      post_id: `'c' || lpad(to_hex(n), 24, '0')`,
      published_at: `timestamptz '${since}' + (n - ${first}) * ${secondsApart} * interval '1 second'`,
      metrics: `${figures}::json`,
      fetched_at: `timestamptz '${since}'`,
      engagements: 'n % 97',
    });
};

/** The rows of days: one for each account and day, with its share of the posts. */
const fillDays = async (
  db: Kysely<unknown>,
  { id, count }: Workspace,
  since: string,
  from: number,
): Promise<number> => {
  const rows = daysOfPosts * accounts;
  const upTo = (row: string): string => `floor((${row})::numeric * ${count} / ${rows})::integer`;
  const posts = `(${upTo(`n - ${from} + 1`)} - ${upTo(`n - ${from}`)})`;
  const byPost = `(select json_object_agg('c' || p, ${figures}) from generate_series(1, ${posts}) as p)`;
  await fillReadModel(db, accountDays, [from, from + rows - 1], {
    workspace_id: `'${id}'`,
    account_id: accountOf(id),
    platform: inTurns(platforms),
    day: `to_char(timestamptz '${since}' + (n - ${from}) / ${accounts} * interval '1 day', 'YYYY-MM-DD')`,
    posts,
    totals: `case when ${posts} = 0 then '{}' else ${figures} end`,
    by_post: `coalesce(${byPost}, '{}')`,
    account: `jsonb_build_object('followers', n % 10000)`,
    account_at: `timestamptz '${since}'`,
  });
  return rows;
};

const questions = ['overview', 'aggregate'] as const;

/** The overview and the aggregate of a workspace with a million posts against one with a thousand, in turns. */
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
    const since = new Date(Math.floor(Date.now() / dayMs) * dayMs - (daysOfPosts - 1) * dayMs).toISOString();
    let row = 1;
    for (const of of [small, large]) {
      await fillPosts(database.kysely, of, since);
      row += await fillDays(database.kysely, of, since, row);
    }
    await sql`vacuum analyze`.execute(database.kysely);
    await database.close();
    const filled = performance.now() - began;

    const ask = async (of: Workspace, question: string, index: number): Promise<{ posts: number; ms: number }> => {
      for (;;) {
        const start = performance.now();
        const answer = await fetch(`${service.connection.baseUrl}/analytics/${question}`, {
          headers: { authorization: `Bearer ${of.keys[index % keys]}` },
        });
        const body = (await answer.json()) as { totals: { posts: number } };
        if (answer.status === 200) return { posts: body.totals.posts, ms: performance.now() - start };
        if (answer.status !== 429) throw new Error(`${question}: ${answer.status} ${JSON.stringify(body)}`);
        await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
      }
    };
    const table: Record<string, Record<string, number>> = {};
    const ratios: Record<string, number> = {};
    for (const question of questions) {
      const each = { large: [] as number[], small: [] as number[] };
      const found = { large: 0, small: 0 };
      const once = async (index: number): Promise<void> => {
        const size = index % 2 === 0 ? 'large' : 'small';
        const { posts, ms } = await ask(size === 'large' ? large : small, question, index >> 1);
        found[size] = posts;
        each[size].push(ms);
      };
      await load(40, atOnce, once);
      each.large.length = each.small.length = 0;
      await load(requests * 2, atOnce, once);
      const ms = (size: 'large' | 'small', share: number): number =>
        percentile(
          each[size].sort((a, b) => a - b),
          share,
        );
      const view = (size: 'large' | 'small', share: number): number => Number(ms(size, share).toFixed(1));
      table[question] = {
        'posts large': found.large,
        'posts small': found.small,
        'p50 large': view('large', 0.5),
        'p50 small': view('small', 0.5),
        'p99 large': view('large', 0.99),
        'p99 small': view('small', 0.99),
      };
      ratios[`${question}P99`] = Number((ms('large', 0.99) / ms('small', 0.99)).toFixed(3));
      ratios[`${question}P50`] = Number((ms('large', 0.5) / ms('small', 0.5)).toFixed(3));
    }
    console.table(table);
    const done = { posts: many, requests: requests * questions.length, filledInSeconds: Math.round(filled / 1000) };
    console.log(JSON.stringify({ bench: 'analytics', ratios, figures: done }));
  } finally {
    await service.dispose();
  }
}
