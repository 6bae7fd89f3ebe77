import { sql } from 'kysely';
import type { Check, Readiness } from '../edge/http/readiness.ts';
import { missingCallersModels } from './callers-models.ts';
import type { Config } from './config.ts';
import type { Infrastructure } from './infrastructure.ts';
import { endingVersionsOf } from './platform-versions.ts';
import type { AuditTrail } from '../log/audit/audit-trail.ts';
import { countLateInstances } from '../stores/postgres/process-instances.ts';
import type { ConsumerState, ConsumerWatch } from '../log/subscriptions/consumer-watch.ts';
import type { SubscriptionStatus } from '../log/subscriptions/run-subscription.ts';
import type { FollowedLog } from '../stores/event-store/followed-log.ts';

type Reader = Readonly<{ status(): SubscriptionStatus }>;

type Watched = Readonly<{
  projector: Reader | undefined;
  processes: Reader | undefined;
  consumers: Pick<ConsumerWatch, 'states'>;
  followedLog: Pick<FollowedLog, 'contradiction'>;
  /** Whether videos get thumbnails here; undefined where this process handles no media. */
  makesPosters?: boolean | undefined;
  auditTrail?: Pick<AuditTrail, 'status' | 'contradiction'> | undefined;
  /** Whether everything of the start is done, connection.json too: a program reads it as soon as the service is ready. */
  hasStarted?: () => boolean;
}>;

/** Due work may wait, and a consumer may lag, this long before it counts as late, in seconds. */
const lateAfter = 60;

/** So many consumers are named; the others are counted. */
const namedConsumers = 5;

/** A check without an answer after this long is red, so that the whole is answered within a second. */
const checkLimitMs = 800;

type Probe = () => Promise<string | undefined>;
type Probes = Readonly<Record<string, Probe>>;

const settled = async (probe: Probe, limitMs: number, effect?: Check['effect']): Promise<Check> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${limitMs} ms`), limitMs);
  });
  const failed = (detail: string): Check => ({ ok: false, ...(effect && { effect }), detail });
  try {
    const detail = await Promise.race([probe(), late]);
    return detail === undefined ? { ok: true } : failed(detail);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Runs all checks concurrently, each with a time limit. A failed `degrading` check leaves the node
 * ready.
 */
export const checksOf = async (probes: Probes, degrading: Probes = {}, limitMs = checkLimitMs): Promise<Readiness> =>
  Object.fromEntries(
    await Promise.all([
      ...Object.entries(probes).map(async ([name, probe]) => [name, await settled(probe, limitMs)] as const),
      ...Object.entries(degrading).map(
        async ([name, probe]) => [name, await settled(probe, limitMs, 'degraded')] as const,
      ),
    ]),
  );

/** Why a reader of the log in this process does not do its work. */
const failureOf = (reader: Reader | undefined): string | undefined => {
  const { parked, startsOver } = reader?.status() ?? {};
  const said = [
    ...(startsOver === undefined ? [] : [`reading the log starts over again and again: ${startsOver}`]),
    ...(parked && parked.size > 0 ? [`parked: ${[...parked.keys()].join(', ')}`] : []),
  ];
  return said.length === 0 ? undefined : said.join('; ');
};

const troubleOf = ({ name, isParked, parkedKeys, lagSeconds, isBuilding }: ConsumerState): string | undefined => {
  if (isParked) return `${name} is parked`;
  const said = [
    ...(parkedKeys > 0 ? [`has ${parkedKeys} parked ${parkedKeys === 1 ? 'key' : 'keys'}`] : []),
    // Readers do not see a build that catches up.
    ...(lagSeconds > lateAfter && !isBuilding ? [`is ${Math.round(lagSeconds)} s behind the log`] : []),
  ];
  return said.length === 0 ? undefined : `${name} ${said.join(' and ')}`;
};

/** What is parked, or lags, at any node. */
export const troubleWith = (consumers: readonly ConsumerState[]): string | undefined => {
  const troubles = consumers.flatMap((consumer) => troubleOf(consumer) ?? []);
  const others = troubles.length - namedConsumers;
  const said = [...troubles.slice(0, namedConsumers), ...(others > 0 ? [`${others} more`] : [])];
  return said.length === 0 ? undefined : said.join('; ');
};

const withoutPosters =
  'no ffmpeg on the PATH or at FFMPEG_PATH: videos have no thumbnails and get no silent audio track';

/** The other roles serve no callers, and may start before any projector. */
const recognisesCallers = (role: Config['role']): boolean => role === 'all' || role === 'api';

/** A service without thumbnails still counts as ready. */
export const thumbnailsOf = (makesPosters: boolean | undefined): Readiness => {
  if (makesPosters === undefined) return {};
  const thumbnails = { ok: makesPosters, effect: 'none' as const };
  return { thumbnails: makesPosters ? thumbnails : { ...thumbnails, detail: withoutPosters } };
};

/** A version that ends soon still works: the service counts as ready. */
export const platformVersionsOf = (ending: readonly string[]): Readiness =>
  ending.length === 0 ? {} : { platformVersions: { ok: false, effect: 'none', detail: ending.join('; ') } };

/**
 * The checks of /v1/ready. A node is unready where it cannot do its own work: a store does not
 * answer, its reading of the log starts over again and again or has a parked consumer, or the log is
 * not the one that was followed or signed. It is degraded by what another node may mend, and what taking it out
 * of service would not help: parked keys, consumers that lag, late actions.
 */
export const readinessOf =
  (
    { config, database, eventStore, clocks }: Infrastructure,
    { projector, processes, consumers, followedLog, makesPosters, auditTrail, hasStarted }: Watched,
  ) =>
  async (): Promise<Readiness> => ({
    ...thumbnailsOf(makesPosters),
    ...platformVersionsOf(endingVersionsOf(config, new Date())),
    ...(await checksOf(
      {
        postgres: async () => {
          await sql`select 1`.execute(database.kysely);
          return undefined;
        },
        eventStore: async () => {
          await eventStore.reachable(checkLimitMs - 100);
          return undefined;
        },
        ...(recognisesCallers(config.role) && { readModels: () => missingCallersModels(database.kysely) }),
        log: async () => followedLog.contradiction(),
        ...(hasStarted && { start: async () => (hasStarted() ? undefined : 'the start has not ended yet') }),
        ...(auditTrail && { auditTrail: async () => auditTrail.contradiction() ?? failureOf(auditTrail) }),
        projections: async () => failureOf(projector),
        processes: async () => failureOf(processes),
      },
      {
        consumers: async () => troubleWith(consumers.states()),
        dueWork: async () => {
          const late = await countLateInstances(lateAfter, clocks.aheadMs / 1000, database.kysely);
          return late === 0 ? undefined : `${late} actions are late by more than ${lateAfter} seconds`;
        },
      },
    )),
  });
