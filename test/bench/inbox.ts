import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../infra/stores/postgres/database.ts';
import { comments } from '../../projections/comments/comments.ts';
import type { Client } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { fillComments, requireAsProjected } from './many-comments.ts';
import { load, percentile } from './many-workspaces.ts';
import { webhookFlood } from './webhook-flood.ts';
import { withoutIndexes } from './without-indexes.ts';

const many = Number(process.env['BENCH_COMMENTS'] ?? 1_000_000);
const few = 1_000;
const requests = Number(process.env['BENCH_REQUESTS'] ?? 400);
const rate = Number(process.env['BENCH_RATE'] ?? 1_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const atOnce = 2;
/** Enough that neither the burst nor the minute of one person's limit is met. */
const people = 10;
const batch = 100_000;

type Inbox = Readonly<{ client: Client; sessions: readonly string[]; first: number; count: number }>;

/** A workspace with several people who read its inbox. */
const inboxOf = async (service: ServiceProcess, first: number, count: number): Promise<Inbox> => {
  const client = await service.workspace(['BLUESKY']);
  const sessions: string[] = [];
  while (sessions.length < people) {
    const made = await client.expect<{ sessionToken: string }>(201, 'POST', '/sandbox/members', { role: 'VIEWER' });
    sessions.push(made.sessionToken);
  }
  return { client, sessions, first, count };
};

/** What is asked, by name. */
const questions: Readonly<Record<string, (inbox: Inbox) => string>> = {
  'first page': () => '',
  'page of 100': () => 'limit=100',
  'deep cursor': ({ first, count }) => `cursor=c${(first + Math.floor(count / 2)).toString(16).padStart(24, '0')}`,
  unanswered: () => 'replied=false',
  hidden: () => 'hiddenOnly=true',
  'platform nothing has': () => 'platform=MASTODON',
};

const listTimes = async (large: Inbox, small: Inbox) => {
  const ask = async (of: Inbox, query: string, index: number): Promise<number> => {
    const { baseUrl, workspaceId } = of.client.connection;
    for (;;) {
      const start = performance.now();
      const answer = await fetch(`${baseUrl}/inbox/comments?${query}`, {
        headers: { authorization: `Bearer ${of.sessions[index % people]}`, 'x-workspace-id': workspaceId },
      });
      const body = await answer.text();
      if (answer.status === 200) return performance.now() - start;
      if (answer.status !== 429) throw new Error(`${query}: ${answer.status} ${body}`);
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  };
  const all = { large: [] as number[], small: [] as number[] };
  for (const queryOf of Object.values(questions)) {
    const once = async (index: number): Promise<void> => {
      const size = index % 2 === 0 ? 'large' : 'small';
      const of = size === 'large' ? large : small;
      all[size].push(await ask(of, queryOf(of), index >> 1));
    };
    const counted = { large: all.large.length, small: all.small.length };
    await load(40, atOnce, once);
    all.large.length = counted.large;
    all.small.length = counted.small;
    await load(requests * 2, atOnce, once);
  }
  const sorted = (size: 'large' | 'small') => all[size].sort((one, other) => one - other);
  return { large: sorted('large'), small: sorted('small') };
};

/**
 * GET /v1/inbox/comments of a workspace with a million comments against one with a thousand, in turns, and webhooks of a platform at
 * 1,000 a second for a minute.
 */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const small = await inboxOf(service, 1, few);
    const large = await inboxOf(service, few + 1, many);
    const { databaseUrl } = JSON.parse(readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const database = openDatabase({ url: databaseUrl, applicationName: 'bench', statementTimeoutMs: 1_200_000 });
    await withoutIndexes(database.kysely, comments, async () => {
      for (const of of [small, large]) {
        const last = of.first + of.count - 1;
        const [accountId = ''] = of.client.accounts(['BLUESKY']);
        const owner = { workspaceId: of.client.connection.workspaceId, accountId };
        for (let from = of.first; from <= last; from += batch)
          await fillComments(database.kysely, owner, [from, Math.min(from + batch - 1, last)]);
        await requireAsProjected(database.kysely, owner, [of.first, last]);
      }
    });
    await database.close();
    const times = await listTimes(large, small);
    const p = (of: readonly number[], share: number): number => Number(percentile(of, share).toFixed(1));
    const flood = await webhookFlood(service, databaseUrl, { rate, seconds, requests: 2_000 });
    console.table({
      'list, p50 ms': { [`${many} comments`]: p(times.large, 0.5), [`${few} comments`]: p(times.small, 0.5) },
      'list, p99 ms': { [`${many} comments`]: p(times.large, 0.99), [`${few} comments`]: p(times.small, 0.99) },
    });
    console.table({ webhooks: flood });
    const ratios = {
      listP99: Number((p(times.large, 0.99) / p(times.small, 0.99)).toFixed(3)),
      listP50: Number((p(times.large, 0.5) / p(times.small, 0.5)).toFixed(3)),
      webhooksOfPlain: Number((flood.ourPerSecond / flood.plainPerSecond).toFixed(3)),
      acceptedOfWanted: Number((flood.acceptedPerSecond / rate).toFixed(3)),
    };
    const figures = {
      comments: many,
      requests: times.large.length,
      ...flood,
      p99LargeMs: p(times.large, 0.99),
      p99SmallMs: p(times.small, 0.99),
    };
    console.log(JSON.stringify({ bench: 'inbox', ratios, figures }));
  } finally {
    await service.dispose();
  }
}
