import type { SignedLogMove } from '@social-publishing/audit-proofs';
import { buildName, listBuilds, startBuild, type Build } from '../../projections/kernel/read-models.ts';
import { configFrom } from '../composition/config.ts';
import { runningStores, startStores } from '../composition/embedded-stores.ts';
import { everyProjection } from '../composition/every-projection.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { openCheckpoints } from '../log/audit/audit-trail.ts';
import { openSigner } from '../log/audit/signing-key.ts';
import type { Logs } from '../log/move/copy-log.ts';
import { followMove } from '../log/move/follow-move.ts';
import { dropOldBuilds, oldBuilds } from '../log/move/old-builds.ts';
import { subscriptionLock } from '../log/subscriptions/run-subscription.ts';
import { tryLock, type HeldLock } from '../stores/postgres/advisory-lock.ts';
import { openDatabase } from '../stores/postgres/database.ts';
import { connectRedis } from '../stores/redis/client.ts';
import { sightOf, withBothLogs, type StoresAsked } from './copy-events.ts';
import { print, printJson, Refusal, withStores } from './operator.ts';
import { progressBar, progressBetween } from './progress.ts';
import { untilLive } from './rebuild.ts';

/** A statement about every event of a log may take this long. */
const statementTimeoutMs = 6 * 3_600_000;

/** The database of the configuration, and the store that the log moves to. */
const withDatabase = async <T>(to: string, work: (infrastructure: Infrastructure) => Promise<T>): Promise<T> => {
  const config = configFrom({ ...process.env, EVENTSTORE_URL: to });
  if (config.databaseUrl === undefined && (await runningStores(config.dataDir)))
    throw new Refusal('The service is running on this DATA_DIR: stop it first.');
  return withStores(config, (log) => startStores(config, log), work);
};

/** Holds what the processes of a service hold while they read the log, so that none of them does. */
const whileStopped = async <T>({ database }: Infrastructure, work: () => Promise<T>): Promise<T> => {
  const held: HeldLock[] = [];
  try {
    for (const group of ['projections', 'processes', 'audit']) {
      const lock = await tryLock(database.connection, subscriptionLock(group));
      if (!lock) throw new Refusal('A process of the service is running on this database: stop all of them first.');
      held.push(lock);
    }
    return await work();
  } finally {
    for (const lock of held) await lock.release();
  }
};

const translate = async (
  infrastructure: Infrastructure,
  logs: Logs,
  { json }: Readonly<{ json: boolean }>,
): Promise<SignedLogMove> => {
  const { config, vault, database } = infrastructure;
  // The tree begins here where no process of the service ever read the log.
  await openCheckpoints(infrastructure);
  const signer = await openSigner(config.auditSigningKey, vault, database.kysely);
  const [last] = await logs.from.newest(1, { on: 'stream', regex: '^[^$].*' });
  const bar = progressBar(process.stderr);
  const began = performance.now() / 1000;
  const own = openDatabase({
    url: database.connection.connectionString ?? '',
    applicationName: 'social-publishing move',
    connections: 1,
    statementTimeoutMs,
  });
  try {
    const signed = await own.kysely.connection().execute((db) =>
      followMove({
        logs,
        db,
        signer,
        now: () => new Date(),
        show: (events, at) => {
          const now = sightOf({ at, end: last?.position ?? at, events });
          if (!json) bar.show(progressBetween({ done: 0, events: 0, seconds: began }, now));
        },
      }),
    );
    if (!json) bar.end();
    return signed;
  } finally {
    await own.close();
  }
};

/** Nodes remember in Redis where each workspace wrote last, as a position in the store that the log left. */
const forgetLastWrites = async (url: string): Promise<void> => {
  const redis = await connectRedis(url, () => undefined);
  try {
    if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve).once('error', resolve));
    for await (const keys of redis.scanStream({ match: 'last-write:*', count: 1_000 }) as AsyncIterable<string[]>)
      if (keys.length > 0) await redis.del(keys);
  } catch (fault) {
    throw new Refusal(`Redis does not answer: bring it back and run the command again.`, { cause: fault });
  } finally {
    redis.disconnect();
  }
};

/** Builds every read model beside the old one, waits until readers see it, and drops the old one. */
const rebuild = async (
  infrastructure: Infrastructure,
  { json }: Readonly<{ json: boolean }>,
): Promise<readonly string[]> => {
  const { config, database, store } = infrastructure;
  const db = database.kysely;
  const projections = await everyProjection(config);
  await dropOldBuilds(db);
  const old = new Set((await oldBuilds(db)).map(buildName));
  const builds: Build[] = [];
  for (const projection of projections) {
    const begun = (await listBuilds(db)).find(
      (build) => build.model === projection.name && build.version === projection.version && !old.has(buildName(build)),
    );
    builds.push(begun ?? (await startBuild(projection, db)));
  }
  const bar = progressBar(process.stderr);
  const parts = { ...infrastructure, store: store.view({ as: 'opened', shared: true }) };
  await untilLive(builds, projections, parts, json ? () => {} : bar.show);
  if (!json) bar.end();
  await dropOldBuilds(db);
  return builds.map(buildName);
};

/** Lets the database of the service follow a copy of its log. */
export const followCopy = (asked: StoresAsked): Promise<void> =>
  withBothLogs(asked, (logs, { to }) =>
    withDatabase(to, async (infrastructure) => {
      const { move, signature } = await whileStopped(infrastructure, () =>
        translate(infrastructure, logs, { json: asked.json }),
      );
      if (infrastructure.config.redisUrl !== undefined) await forgetLastWrites(infrastructure.config.redisUrl);
      const live = await rebuild(infrastructure, { json: asked.json });
      if (asked.json) return printJson({ move, signature, live });
      print(`The database follows the store at --to. Key ${move.by} signed that the log of ${move.size} events moved,`);
      print(`with the root ${move.after.root} before and after.`);
      if (move.missing > 0)
        print(`${move.missing} of these events were scavenged before: audit -- verify names the first.`);
      print(`${live.length} read models were built again. Start the service with EVENTSTORE_URL set to the new store.`);
    }),
  );
