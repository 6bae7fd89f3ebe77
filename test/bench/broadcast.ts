import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNodeChild } from '@social-publishing/child-process';
import pg from 'pg';
import type { Client } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { memoryOf, watchMemory } from './memory.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';

const contacts = Number(process.env['BENCH_CONTACTS'] ?? 50_000);
/** Enough that the pace of one account's platform is not what is measured. */
const accounts = 8;
const perAccount = Math.ceil(contacts / accounts);
const total = perAccount * accounts;
/** What the baseline sends of it: its rate does not depend on the number. */
const jobs = Math.min(total, Number(process.env['BENCH_JOBS'] ?? 5_000));
const workers = 16;

type Progress = Readonly<{
  broadcast: { status: string };
  deliveryStats: Readonly<Record<string, number>>;
  progress: { delivered: number; failed: number };
}>;

const text = 'A message to all';

/** Microseconds of processor time a message, of all processes together. */
const usedSince = (before: ReadonlyMap<string, number>, messages: number): number =>
  Math.round(Object.values(cpuSince(before, messages)).reduce((sum, used) => sum + used, 0));

/** Sends a broadcast to all contacts of the workspace, and follows it to its end. */
const broadcastAll = async (service: ServiceProcess, client: Client) => {
  const draft = { name: 'All', messageTemplate: text, platforms: ['FACEBOOK'] };
  const { id } = await client.expect<{ id: string }>(201, 'POST', '/broadcasts', draft);
  const read = () => client.expect<Progress>(200, 'GET', `/broadcasts/${id}`);
  const before = Math.round(memoryOf(service).get('service') ?? 0);
  const memory = watchMemory(service);
  const used = cpuByPart();
  const began = performance.now();
  await client.expect(200, 'POST', `/broadcasts/${id}/send`);
  let enqueuedMs: number | undefined;
  for (;;) {
    const { broadcast, deliveryStats, progress } = await read();
    const enqueued = Object.values(deliveryStats).reduce((sum, count) => sum + count, 0);
    if (enqueued === total) enqueuedMs ??= performance.now() - began;
    if (broadcast.status === 'SENT') {
      const ms = performance.now() - began;
      const grownMiB = memory.stop().service - before;
      const { delivered, failed } = progress;
      const cpu = usedSince(used, total);
      return { enqueuedMs: Math.round(enqueuedMs ?? ms), ms, cpu, delivered, failed, beforeMiB: before, grownMiB };
    }
    await pause(500);
  }
};

/** The same messages by a worker with a queue of its own. */
const plainWorker = async (databaseUrl: string, platform: string, client: Client) => {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  await db.query(`create table bench_message (id bigserial primary key, page text, token text, recipient text,
    state text not null default 'due', at timestamptz)`);
  await db.query(`create index on bench_message (id) where state = 'due'`);
  await db.query('create table bench_message_end (ms double precision)');
  const { rowCount } = await db.query(
    `insert into bench_message (page, token, recipient)
     select account.page_id, secret.secret, contact.view->>'platformId'
     from contacts as contact join accounts as account on account.id = contact.account_id
     join lateral (select secret from sandbox_secret where platform = 'FACEBOOK' and kind = 'access'
       and account_native_id = account.native_id and value->>'type' is distinct from 'PAGE'
       and not revoked and not spent limit 1) as secret on true
     where contact.workspace_id = $1 order by contact.id limit $2`,
    [client.connection.workspaceId, jobs],
  );
  if (rowCount !== jobs) throw new Error(`${rowCount} of ${jobs} jobs`);
  const used = cpuByPart();
  const worker = await startNodeChild<{ ready: true }>({
    name: 'plain',
    script: path.join(import.meta.dirname, 'message-worker.ts'),
    args: [databaseUrl, platform, String(workers)],
  });
  try {
    for (;;) {
      const { rows } = await db.query<{ ms: number }>('select ms from bench_message_end');
      if (rows[0]) return { perSecond: jobs / (rows[0].ms / 1000), cpu: usedSince(used, jobs) };
      await pause(250);
    }
  } finally {
    await worker.stop();
    await db.end();
  }
};

/**
 * A broadcast to 50,000 contacts, against a worker that sends the same messages from a Postgres queue. With
 * `--heap-growing-percent=100` of the start script the service grows by 42 MiB, without it by 350.
 */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const client = await service.workspace([]);
    for (let n = 0; n < accounts; n++) {
      const { id: accountId } = await client.expect<{ id: string }>(
        ...([201, 'POST', '/sandbox/accounts', { platform: 'FACEBOOK' }] as const),
      );
      await client.expect(201, 'POST', '/sandbox/contacts', { accountId, count: perAccount });
    }
    const sent = await broadcastAll(service, client);
    const { databaseUrl } = JSON.parse(readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const platform = `${client.connection.baseUrl.replace('/v1', '')}/sandbox/facebook/graph.facebook.com/v24.0`;
    const plain = await plainWorker(databaseUrl, platform, client);
    const perSecond = total / (sent.ms / 1000);
    const figures = {
      contacts: total,
      delivered: sent.delivered,
      failed: sent.failed,
      enqueuedMs: sent.enqueuedMs,
      messagesPerSecond: Math.round(perSecond),
      plainPerSecond: Math.round(plain.perSecond),
      plainJobs: jobs,
      cpuMicroseconds: sent.cpu,
      plainCpuMicroseconds: plain.cpu,
      serviceMiBBefore: sent.beforeMiB,
      serviceMiBGrown: sent.grownMiB,
    };
    console.table({ broadcast: figures });
    const ratios = {
      ofPlainWorker: Number((perSecond / plain.perSecond).toFixed(3)),
      ofPlainProcessorTime: Number((plain.cpu / sent.cpu).toFixed(3)),
    };
    console.log(JSON.stringify({ bench: 'broadcast', ratios, figures }));
  } finally {
    await service.dispose();
  }
}
