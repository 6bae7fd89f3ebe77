import { sql } from 'kysely';
import type { Check, Readiness } from '../edge/http/readiness.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { AuditTrail } from '../log/audit/audit-trail.ts';
import { countLateInstances } from '../stores/postgres/process-instances.ts';
import type { SubscriptionStatus } from '../log/subscriptions/run-subscription.ts';

type Watched = Readonly<{
  projector: Readonly<{ status(): SubscriptionStatus }> | undefined;
  processes: Readonly<{ status(): SubscriptionStatus }> | undefined;
  /** Whether videos get thumbnails here; undefined where this process handles no media. */
  makesPosters?: boolean | undefined;
  auditTrail?: Pick<AuditTrail, 'status' | 'contradiction'> | undefined;
}>;

/** Due work may wait this long before it counts as late, in seconds. */
const lateAfter = 60;

/** A check without an answer after this long is red, so that the whole is answered within a second. */
const checkLimitMs = 800;

type Look = () => Promise<string | undefined>;

const settled = async (look: Look, limitMs: number): Promise<Check> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${limitMs} ms`), limitMs);
  });
  try {
    const detail = await Promise.race([look(), late]);
    return detail === undefined ? { ok: true } : { ok: false, detail };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
};

/** Looks at everything side by side, each with a limit of its own. */
export const checksOf = async (looks: Readonly<Record<string, Look>>, limitMs = checkLimitMs): Promise<Readiness> =>
  Object.fromEntries(
    await Promise.all(Object.entries(looks).map(async ([name, look]) => [name, await settled(look, limitMs)] as const)),
  );

const standing = (scan: Readonly<{ status(): SubscriptionStatus }> | undefined): string | undefined => {
  const stuck = [...(scan?.status().parked.keys() ?? [])];
  return stuck.length === 0 ? undefined : `parked: ${stuck.join(', ')}`;
};

const withoutPosters = 'no ffmpeg on the PATH or at FFMPEG_PATH: videos have no thumbnails';

/** A service without thumbnails still counts as ready. */
export const thumbnailsOf = (makesPosters: boolean | undefined): Readiness => {
  if (makesPosters === undefined) return {};
  const thumbnails = { ok: makesPosters, required: false };
  return { thumbnails: makesPosters ? thumbnails : { ...thumbnails, detail: withoutPosters } };
};

/** The checks of /v1/ready: the two stores, parked consumers, and late work. */
export const readinessOf =
  ({ database, store, clocks }: Infrastructure, { projector, processes, makesPosters, auditTrail }: Watched) =>
  async (): Promise<Readiness> => ({
    ...thumbnailsOf(makesPosters),
    ...(await checksOf({
      postgres: async () => {
        await sql`select 1`.execute(database.kysely);
        return undefined;
      },
      eventStore: async () => {
        await store.head();
        return undefined;
      },
      ...(auditTrail && { auditTrail: async () => auditTrail.contradiction() ?? standing(auditTrail) }),
      projections: async () => standing(projector),
      processes: async () => standing(processes),
      dueWork: async () => {
        const late = await countLateInstances(lateAfter, clocks.aheadMs / 1000, database.kysely);
        return late === 0 ? undefined : `${late} actions are late by more than ${lateAfter} seconds`;
      },
    })),
  });
