import type { Metrics } from '../telemetry/metrics.ts';
import type { ScanStatus } from './follow-log.ts';

export const countParkedEveryMs = 5_000;

/** Tells in the metrics what stands still now, by kind of consumer; one that goes on again is no longer told of. */
export const countParked = (
  { parked }: Pick<Metrics, 'parked'>,
  scans: Readonly<Record<'projection' | 'process', Readonly<{ status(): ScanStatus }> | undefined>>,
): void => {
  parked.reset();
  for (const [kind, scan] of Object.entries(scans))
    for (const name of scan?.status().parked.keys() ?? []) parked.set({ kind, name }, 1);
};
