import { readFileSync } from 'node:fs';
import path from 'node:path';
import { trio } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { openAccepted } from './accepted.ts';
import { dispatchAlone, dispatchAtOnce, dispatchSteadily } from './dispatch/due-posts.ts';
import { dispatchEverywhere } from './dispatch/everywhere.ts';
import { plainDispatch } from './dispatch/plain-dispatch.ts';
import { startStub } from './dispatch/stubbed-platforms.ts';
import { manyWorkspaces } from './many-workspaces.ts';
import { watchMemory } from './memory.ts';
import { ofAllParts } from './processor-time.ts';

const posts = Number(process.env['BENCH_POSTS'] ?? 5_000);
const perWorkspace = 125;
/** Twenty seconds at fifty posts a second, and fewer where the bench is a small one. */
const steadyPosts = Math.min(1_000, posts);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

const rounded = (ratio: number): number => Number(ratio.toFixed(3));

/**
 * Posts to three platforms that are due in the same second, against a plain worker that makes the same calls to the same stub, in turns.
 */
const dispatchOfTrio = async () => {
  const stub = await startStub();
  const service = await ServiceProcess.start('node', { SANDBOX_URL: stub.url });
  try {
    const { demo, dataDir } = service;
    await stub.aimAt(demo.connection.baseUrl.replace('/v1', ''));
    const clients = await manyWorkspaces(demo, Math.ceil(posts / perWorkspace), trio);
    const memory = watchMemory(service);
    const many = await dispatchAtOnce(demo, clients, stub, posts);
    const peak = memory.stop();
    const stores = JSON.parse(readFileSync(path.join(dataDir, 'stores.json'), 'utf8')) as { databaseUrl: string };
    const plain = await plainDispatch(stores.databaseUrl, stub, many.destinations);
    const [used, usedByPlain] = [ofAllParts(many.processorMicroseconds), ofAllParts(plain.processorMicroseconds)];
    console.table({
      [`${posts} posts to three platforms`]: {
        perSecond: many.perSecond,
        'microseconds a destination': Math.round(used),
        latenessP50Ms: many.latenessP50Ms,
        latenessP99Ms: many.latenessP99Ms,
      },
      'the plain worker': { perSecond: plain.perSecond, 'microseconds a destination': Math.round(usedByPlain) },
    });
    return {
      ratios: {
        ofPlainWorker: rounded(many.perSecond / plain.perSecond),
        ofPlainProcessorTime: rounded(usedByPlain / used),
      },
      figures: { ...many, peakMiB: peak.all, peakServiceMiB: peak.service, plain },
    };
  } finally {
    await service.dispose();
    await stub.stop();
  }
};

/**
 * How late posts are at a steady rate, and single ones. The service has no other posts: those above would be an hour old when the
 * clock moves on, and the comments of all of them due to be read.
 */
const latenessOfTrio = async () => {
  const stub = await startStub();
  const service = await ServiceProcess.start('node', { SANDBOX_URL: stub.url });
  try {
    const { demo } = service;
    await stub.aimAt(demo.connection.baseUrl.replace('/v1', ''));
    const clients = await manyWorkspaces(demo, Math.ceil(steadyPosts / perWorkspace), trio);
    const steady = await dispatchSteadily(demo, clients, stub, { posts: steadyPosts, perSecond: 50 });
    const alone = await dispatchAlone(demo, clients, stub, rounds > 0 ? 20 : 1);
    console.table({ 'at 50 posts a second': steady, 'one post': alone });
    return { steady, ...alone };
  } finally {
    await service.dispose();
    await stub.stop();
  }
};

/** Whether a platform that lags holds up the others. */
const dispatchOfAll = async () => {
  const service = await ServiceProcess.start();
  const accepted = await openAccepted(service);
  try {
    return await dispatchEverywhere(service, accepted);
  } finally {
    // A session that the stopping database ends would hide the error of the run.
    await accepted.close();
    await service.dispose();
  }
};

export default async function run(): Promise<void> {
  const three = await dispatchOfTrio();
  const lateness = await latenessOfTrio();
  const everywhere = await dispatchOfAll();
  const ratios = { ...three.ratios, ...everywhere.ratios };
  console.log(
    JSON.stringify({
      bench: 'dispatch',
      ratios,
      measures: { lateP99Ms: lateness.steady.latenessP99Ms, dueToSocketP50Ms: lateness.dueToSocketP50Ms },
      figures: { ...three.figures, ...lateness, everywhere: everywhere.figures },
    }),
  );
}
