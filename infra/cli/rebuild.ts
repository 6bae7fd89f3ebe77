import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { buildName, buildTable, listBuilds, type Build } from '../../projections/kernel/read-models.ts';
import { indexName } from '../../projections/kernel/table.ts';
import { runProjector } from '../log/subscriptions/projector.ts';
import type { SubscriptionParts } from '../log/subscriptions/run-subscription.ts';
import { Refusal } from './operator.ts';
import { progressBetween, type Made, type Progress } from './progress.ts';

/** The interval between checks of the checkpoints. */
const lookEveryMs = 200;

/** How many of the indexes of these builds are made; undefined while there are none, or all. */
const indexesOf = async (
  builds: readonly Build[],
  projections: readonly Projection[],
  db: Kysely<unknown>,
): Promise<Made | undefined> => {
  const names = builds.flatMap((build) => {
    const { indexes = [] } = projections.find(({ name }) => name === build.model)?.table ?? {};
    return indexes.map((_, index) => indexName(buildTable(build), index));
  });
  const { rows } = await sql<{ made: number }>`
    select count(*)::integer as made from pg_class
    where relkind = 'i' and relnamespace = current_schema()::regnamespace and relname = any(${names})`.execute(db);
  const made = rows[0]?.made ?? 0;
  return made > 0 && made < names.length ? { made, of: names.length } : undefined;
};

/**
 * Settles when readers see all these builds. The projector of a running service does the work.
 * Where none runs, or when it dies, this process becomes the projector. Either continues from the
 * checkpoints, so a killed rebuild is simply started again.
 */
export const untilLive = async (
  builds: readonly Build[],
  projections: readonly Projection[],
  parts: SubscriptionParts,
  show: (progress: Progress) => void,
): Promise<void> => {
  const db = parts.database.kysely;
  const target = (await parts.store.head())?.commit ?? 0n;
  const projector = await runProjector(parts, projections);
  try {
    let first: Parameters<typeof progressBetween>[0] | undefined;
    for (;;) {
      const [now, checkpoints] = [await listBuilds(db), await readCheckpoints(db)];
      const left = builds.filter((build) => {
        const current = now.find(({ model, generation }) => model === build.model && generation === build.generation);
        if (!current) throw new Refusal(`${buildName(build)} was dropped.`);
        if (current.status === 'retired') throw new Refusal(`${buildName(build)} was given up for another build.`);
        const parked = checkpoints.get(buildName(build))?.parked;
        if (parked) throw new Refusal(`${buildName(build)} is parked: ${parked}`);
        return current.status !== 'live';
      });
      const indexes = await indexesOf(builds, projections, db);
      // The build that is furthest behind determines when all are done.
      const unfinished = (left.length > 0 ? left : builds).map((build) => {
        const checkpoint = checkpoints.get(buildName(build));
        const commit = checkpoint?.position.commit ?? 0n;
        const done = target <= 0n ? 1 : Math.min(1, Math.max(0, Number(commit) / Number(target)));
        return { done, events: checkpoint?.events ?? 0, seconds: performance.now() / 1000, indexes };
      });
      const slowest = unfinished.reduce((a, b) => (b.done < a.done ? b : a));
      first ??= slowest;
      show(progressBetween(first, slowest));
      if (left.length === 0) return;
      await pause(lookEveryMs);
    }
  } finally {
    await projector.stop();
  }
};
