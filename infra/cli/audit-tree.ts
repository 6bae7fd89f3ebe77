import { setTimeout as pause } from 'node:timers/promises';
import type { SignedCheckpoint } from '@social-publishing/audit-proofs';
import { readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { treeSubscriber } from '../log/audit/tree-subscriber.ts';
import { openCheckpoints, runAuditTrail } from '../log/audit/audit-trail.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { Refusal } from './operator.ts';
import { progressBar, progressBetween } from './progress.ts';

/** The interval between checks of the checkpoint. */
const lookEveryMs = 100;

/** Reports long work on standard error. `total`: the number of its events. */
export const eventProgress = (total: number) => {
  const bar = progressBar(process.stderr);
  const sight = (events: number) => ({
    done: total === 0 ? 1 : Math.min(1, events / total),
    events,
    seconds: performance.now() / 1000,
  });
  const first = sight(0);
  return { passed: (events: number): void => bar.show(progressBetween(first, sight(events))), end: () => bar.end() };
};

/**
 * Waits until the tree holds every event that is in the log now, and signs it. The running service
 * does the work; without one this process does. Throws `TreeContradicted` where the tree
 * contradicts the one that was signed before.
 */
export const signedNow = async (infrastructure: Infrastructure): Promise<SignedCheckpoint> => {
  const { database, store } = infrastructure;
  const stored = store.view({ as: 'stored' });
  const checkpoints = await openCheckpoints(infrastructure);
  const head = await stored.head();
  if (!head) throw new Refusal('The log is empty: there is nothing to sign yet.');
  const trail = await runAuditTrail({ ...infrastructure, stored });
  try {
    const began = performance.now();
    let progress: ReturnType<typeof progressBar> | undefined;
    let first: Parameters<typeof progressBetween>[0] | undefined;
    for (;;) {
      const at = (await readCheckpoints(database.kysely)).get(treeSubscriber.name);
      if (at?.parked) throw new Refusal(`The tree over the log is stopped: ${at.parked}`);
      const commit = at?.position.commit ?? -1n;
      if (commit >= head.commit) break;
      const done = Math.max(0, Number(commit) / Number(head.commit));
      const now = { done, events: at?.events ?? 0, seconds: performance.now() / 1000 };
      first ??= now;
      if (performance.now() - began > 1000)
        (progress ??= progressBar(process.stderr)).show(progressBetween(first, now));
      await pause(lookEveryMs);
    }
    progress?.end();
    const signed = await checkpoints.sign();
    if (!signed)
      throw new Refusal('The tree is not yet as large as the last checkpoint in DATA_DIR/audit: try again later.');
    return signed;
  } finally {
    await trail.stop();
  }
};
