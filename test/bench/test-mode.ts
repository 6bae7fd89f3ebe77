import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ConnectionFile, trio } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { openAccepted } from './accepted.ts';
import { load, manyWorkspaces, percentile } from './many-workspaces.ts';

const playedPosts = Number(process.env['BENCH_POSTS'] ?? 300);
const workspaces = Number(process.env['BENCH_WORKSPACES'] ?? 100);
const timers = Number(process.env['BENCH_TIMERS'] ?? 10_000);
const perWorkspace = 250;
const inOneRequest = 50;
const hour = 3_600;

/** A busy machine may answer 503: the workspace is then asked for again. */
const newWorkspace = async (demo: Client): Promise<Client> => {
  for (;;) {
    const made = await demo.call<ConnectionFile>('POST', '/sandbox/workspaces', {});
    if (made.status === 201) return new Client(made.body);
    if (made.status !== 503) throw new Error(`no workspace: ${made.status} ${JSON.stringify(made.body)}`);
    await pause(500);
  }
};

/** New workspaces with fifteen accounts each, eight requests at once. */
const createWorkspaces = async (demo: Client) => {
  const made: Client[] = [];
  const { each, total } = await load(workspaces, 8, async () => void made.push(await newWorkspace(demo)));
  return { made, perSecond: (workspaces / total) * 1000, p50Ms: Math.round(percentile(each, 0.5)) };
};

/** Posts with one destination each, all due within one advance of the clock. */
const advanceOver = async (demo: Client) => {
  const clients = await manyWorkspaces(demo, Math.ceil(timers / perWorkspace), ['TWITTER']);
  const due = await demo.in(10 * hour);
  await load(Math.ceil(timers / inOneRequest), 4, async (request) => {
    const client = clients[request % clients.length] as Client;
    const posts = Array.from({ length: inOneRequest }, (_, index) => ({
      content: `due ${request} ${index}`,
      accountIds: client.accounts(['TWITTER']),
      scheduledFor: due,
    }));
    // A busy machine may answer 503: the request is repeated under its key, so that no post is made twice.
    const headers = { 'idempotency-key': `bulk-${request}` };
    while ((await client.call('POST', '/posts/bulk', { posts }, headers)).status === 503) await pause(500);
  });
  return timedAdvance(demo, 10 * hour);
};

const timedAdvance = async (demo: Client, seconds: number) => {
  const began = performance.now();
  const { due } = await demo.expect<{ due?: number }>(200, 'POST', '/sandbox/clock/advance', { seconds });
  return { due: due ?? 0, milliseconds: Math.round(performance.now() - began) };
};

/** Publishes at once to three platforms, until all are live. */
const publishAll = async (service: ServiceProcess) => {
  const accepted = await openAccepted(service);
  const client = await service.workspace(trio);
  const since = await client.now();
  const began = performance.now();
  await load(playedPosts, 16, async (index) => void (await client.publish(`played ${index}`)));
  await accepted.until(playedPosts * trio.length, since);
  const total = performance.now() - began;
  await accepted.close();
  return { destinationsPerSecond: Math.round((playedPosts * trio.length * 1000) / total) };
};

/** How fast test mode answers: played calls, new workspaces, and an advance of the clock with many timers due. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const { made, ...creation } = await createWorkspaces(service.demo);
    const anHour = await timedAdvance(service.demo, hour);
    const played = await publishAll(service);
    const manyDue = await advanceOver(service.demo);
    console.table({ [`${made.length} workspaces of fifteen accounts`]: creation });
    console.table({ [`an hour over ${made.length} workspaces`]: anHour, [`${timers} posts due at once`]: manyDue });
    console.table({ [`${playedPosts} posts to three platforms`]: played });
    console.log(JSON.stringify({ bench: 'test-mode', figures: { creation, anHour, manyDue, played } }));
  } finally {
    await service.dispose();
  }
}
