import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Client, type ConnectionFile, trio } from '../support/service-client.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { openAccepted } from './accepted.ts';
import { createAll, load, manyWorkspaces, percentile } from './many-workspaces.ts';
import { patiently } from './patiently.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';
import { countedStatements, openPostgres, startCounted, statementsSince } from './statements.ts';

const playedPosts = Number(process.env['BENCH_POSTS'] ?? 300);
const workspaces = Number(process.env['BENCH_WORKSPACES'] ?? 100);
const timers = Number(process.env['BENCH_TIMERS'] ?? 10_000);
/** No more workspaces are asked for after this time, and no more posts for due timers. */
const longestMs = 1_000 * Number(process.env['BENCH_SECONDS'] ?? 60);
const warmUp = 10;
const perWorkspace = 250;
const inOneRequest = 50;
const hour = 3_600;

const newWorkspace = async (demo: Client): Promise<Client> =>
  new Client(await patiently<ConnectionFile>(demo, 201, 'POST', '/sandbox/workspaces', {}));

/** New workspaces with fifteen accounts each, eight requests at once. */
const createWorkspaces = async (demo: Client, postgres: pg.Client) => {
  await load(warmUp, 8, async () => void (await newWorkspace(demo)));
  const [cpu, sql] = [cpuByPart(), await countedStatements(postgres)];
  const end = performance.now() + longestMs;
  let made = 0;
  const { each, total } = await load(workspaces, 8, async () => {
    if (performance.now() > end) return;
    await newWorkspace(demo);
    made++;
  });
  const { statements, postgresMs } = statementsSince(sql.all, (await countedStatements(postgres)).all, made);
  return {
    made,
    perSecond: Number(((made / total) * 1000).toFixed(1)),
    p50Ms: Math.round(percentile(each, 0.5)),
    statements,
    postgresMs,
    processorMicroseconds: cpuSince(cpu, made),
  };
};

/** How many timers that were due by a moment no worker has begun with. */
const countWaiting = async (by: string, postgres: pg.Client): Promise<number> => {
  const { rows } = await postgres.query<{ waiting: string }>(
    `
    select count(*) as waiting from process_instance
    where mode = 'test' and wake_at <= $1 and lease_until is null and (not_before is null or not_before <= now())`,
    [by],
  );
  return Number(rows[0]?.waiting);
};

/**
 * Posts with one destination each, all due within one advance of the clock. Beside the answer: when a worker had begun with each
 * due timer, and when all posts were live.
 */
const advanceOver = async (service: ServiceProcess, postgres: pg.Client) => {
  const { demo } = service;
  const clients = await manyWorkspaces(demo, Math.ceil(timers / perWorkspace), ['TWITTER']);
  const due = await demo.in(10 * hour);
  const end = performance.now() + 4 * longestMs;
  await load(Math.ceil(timers / inOneRequest), 4, async (request) => {
    const client = clients[request % clients.length] as Client;
    const posts = Array.from({ length: inOneRequest }, (_, index) => ({
      content: `due ${request} ${index}`,
      accountIds: client.accounts(['TWITTER']),
      scheduledFor: due,
    }));
    if (performance.now() < end) await createAll(client, posts);
  });
  // An advance waits first until the processes know all timers. That wait is not the pick-up.
  await demo.advance(1);
  const since = new Date(due);
  const began = performance.now();
  const { now, ...advanced } = await timedAdvance(demo, 10 * hour);
  const inFullQueues = await countWaiting(now, postgres);
  while ((await countWaiting(now, postgres)) > 0) await pause(250);
  const begunMs = Math.round(performance.now() - began);
  const accepted = await openAccepted(service);
  try {
    await accepted.until(Math.ceil(timers / inOneRequest) * inOneRequest, since);
  } finally {
    await accepted.close();
  }
  return { ...advanced, inFullQueues, begunMs, liveMs: Math.round(performance.now() - began) };
};

const timedAdvance = async (demo: Client, seconds: number) => {
  const began = performance.now();
  const answer = await demo.expect<{ due: number; now: string }>(200, 'POST', '/sandbox/clock/advance', { seconds });
  return { ...answer, milliseconds: Math.round(performance.now() - began) };
};

/** Publishes at once to three platforms, until all are live. */
const publishAll = async (service: ServiceProcess, postgres: pg.Client) => {
  const client = await service.workspace(trio);
  const since = await client.now();
  const published = playedPosts * trio.length;
  const before = await countedStatements(postgres);
  const began = performance.now();
  const accepted = await openAccepted(service);
  try {
    await load(playedPosts, 16, async (index) => {
      const { id } = await client.createPost(`played ${index}`);
      await patiently(client, 200, 'POST', `/posts/${id}/publish`);
    });
    await accepted.until(published, since);
  } finally {
    await accepted.close();
  }
  const total = performance.now() - began;
  const after = await countedStatements(postgres);
  const ofSandbox = statementsSince(before.sandbox, after.sandbox, published);
  return {
    perSecond: Math.round((published * 1000) / total),
    ...statementsSince(before.all, after.all, published),
    sandboxStatements: ofSandbox.statements,
    sandboxPostgresMs: ofSandbox.postgresMs,
  };
};

/** How fast test mode answers: played publishes, new workspaces, and an advance of the clock with many timers due. */
export default async function run(): Promise<void> {
  const service = await startCounted();
  let postgres: pg.Client | undefined;
  try {
    postgres = await openPostgres(service);
    const creation = await createWorkspaces(service.demo, postgres);
    const { now: _, ...anHour } = await timedAdvance(service.demo, hour);
    const played = await publishAll(service, postgres);
    const manyDue = await advanceOver(service, postgres);
    console.table({ 'a played publish': played });
    const { processorMicroseconds, ...made } = creation;
    console.table({
      'new workspaces of fifteen accounts': made,
      'their microseconds of processor time': processorMicroseconds,
    });
    console.table({ [`an hour over ${creation.made} workspaces`]: anHour, [`${timers} posts due at once`]: manyDue });
    console.log(JSON.stringify({ bench: 'test-mode', figures: { played, creation, anHour, manyDue } }));
  } finally {
    await postgres?.end();
    await service.dispose();
  }
}
