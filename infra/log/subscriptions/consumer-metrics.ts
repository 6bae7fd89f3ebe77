import type { Metrics } from '../../telemetry/metrics.ts';
import type { ConsumerState } from './consumer-watch.ts';

type Counted = Pick<Metrics, 'parked' | 'consumerLag' | 'consumerLagSeconds'>;

/**
 * Reports every consumer of the log in the metrics: its lag in positions and seconds, whether it is
 * parked, and the number of its parked keys under the kind `key`. Positions of the embedded log
 * count events, those of EventStoreDB count bytes.
 */
export const countConsumers = (
  { parked, consumerLag, consumerLagSeconds }: Counted,
  states: readonly ConsumerState[],
): void => {
  // Removes the series of dropped builds.
  for (const gauge of [parked, consumerLag, consumerLagSeconds]) gauge.reset();
  for (const { kind, name, lagPositions, lagSeconds, isParked, parkedKeys } of states) {
    consumerLag.set({ kind, name }, lagPositions);
    consumerLagSeconds.set({ kind, name }, lagSeconds);
    if (isParked) parked.set({ kind, name }, 1);
    if (parkedKeys > 0) parked.set({ kind: 'key', name }, parkedKeys);
  }
};
