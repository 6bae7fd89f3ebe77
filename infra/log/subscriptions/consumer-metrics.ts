import type { Metrics } from '../../telemetry/metrics.ts';
import type { ConsumerState } from './consumer-watch.ts';

type Counted = Pick<Metrics, 'parked' | 'consumerLag' | 'consumerLagSeconds'>;

/**
 * Shows every consumer of the log in the metrics: how far and for how long it has not been at the
 * head, whether it is parked, and how many of its keys are, under the kind `key`. Positions of the
 * embedded log count events, those of EventStoreDB count bytes.
 */
export const countConsumers = (
  { parked, consumerLag, consumerLagSeconds }: Counted,
  states: readonly ConsumerState[],
): void => {
  // A build that was dropped leaves.
  for (const gauge of [parked, consumerLag, consumerLagSeconds]) gauge.reset();
  for (const { kind, name, lagPositions, lagSeconds, isParked, parkedKeys } of states) {
    consumerLag.set({ kind, name }, lagPositions);
    consumerLagSeconds.set({ kind, name }, lagSeconds);
    if (isParked) parked.set({ kind, name }, 1);
    if (parkedKeys > 0) parked.set({ kind: 'key', name }, parkedKeys);
  }
};
