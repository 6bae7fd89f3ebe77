import { setTimeout as pause } from 'node:timers/promises';
import { readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { buildName, listBuilds, type Build } from '../../projections/kernel/read-models.ts';
import { runProjector } from '../log/subscriptions/projector.ts';
import type { SubscriptionParts } from '../log/subscriptions/run-subscription.ts';
import { Refusal } from './operator.ts';
import { progressBetween, type Progress } from './progress.ts';

/** The interval between checks of the checkpoints. */
const lookEveryMs = 200;

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
      // The build that is furthest behind determines when all are done.
      const unfinished = (left.length > 0 ? left : builds).map((build) => {
        const checkpoint = checkpoints.get(buildName(build));
        const commit = checkpoint?.position.commit ?? 0n;
        const done = target <= 0n ? 1 : Math.min(1, Math.max(0, Number(commit) / Number(target)));
        return { done, events: checkpoint?.events ?? 0, seconds: performance.now() / 1000 };
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
