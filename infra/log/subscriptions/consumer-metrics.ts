import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { countParkedKeys } from '../../../projections/kernel/parking.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { SubscriptionStatus } from './run-subscription.ts';

export const consumerLagIntervalMs = 5_000;

type Scan = Readonly<{ status(): SubscriptionStatus }>;
type Scans = Readonly<Partial<Record<'projection' | 'process' | 'audit', Scan | undefined>>>;
type Counted = Pick<Metrics, 'parked' | 'consumerLag' | 'consumerLagSeconds'>;

/**
 * Shows in the metrics what is parked: whole consumers of this process by their kind, and the number
 * of parked keys of each consumer, of any process, under the kind `key`.
 */
const countParked = async ({ parked }: Counted, scans: Scans, db: Database['kysely']): Promise<void> => {
  const keys = await countParkedKeys(db);
  parked.reset();
  for (const [name, count] of keys) parked.set({ kind: 'key', name }, count);
  for (const [kind, scan] of Object.entries(scans))
    for (const name of scan?.status().parked.keys() ?? []) parked.set({ kind, name }, 1);
};

/**
 * Counts the lag of the consumers that this process runs: how far and for how long their
 * checkpoints have been behind the end of the log. Positions of the embedded log count events,
 * those of EventStoreDB count bytes. Both are 0 for a consumer that has caught up.
 */
export const consumerLagGauge = (
  metrics: Counted,
  { database, store }: Readonly<{ database: Pick<Database, 'kysely'>; store: Pick<EventLog, 'head'> }>,
  scans: Scans,
  now: () => number = Date.now,
): (() => Promise<void>) => {
  /** Since when each has been behind: milliseconds of this process's clock. */
  const behindSince = new Map<string, number>();
  return async () => {
    await countParked(metrics, scans, database.kysely);
    const end = (await store.head())?.commit ?? 0n;
    const checkpoints = await readCheckpoints(database.kysely);
    const told = new Set<string>();
    for (const [kind, scan] of Object.entries(scans)) {
      const { active = false, subscribers = [] } = scan?.status() ?? {};
      for (const name of active ? subscribers : []) {
        const seen = checkpoints.get(name)?.position.commit ?? 0n;
        const lag = end > seen ? Number(end - seen) : 0;
        if (lag === 0) behindSince.delete(name);
        else if (!behindSince.has(name)) behindSince.set(name, now());
        metrics.consumerLag.set({ kind, name }, lag);
        metrics.consumerLagSeconds.set({ kind, name }, (now() - (behindSince.get(name) ?? now())) / 1000);
        told.add(`${kind} ${name}`);
      }
    }
    // The build was dropped, or another process runs it.
    for (const { labels } of (await metrics.consumerLag.get()).values) {
      if (told.has(`${labels.kind} ${labels.name}`)) continue;
      metrics.consumerLag.remove(labels);
      metrics.consumerLagSeconds.remove(labels);
      behindSince.delete(String(labels.name));
    }
  };
};
