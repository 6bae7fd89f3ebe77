import type { Mode } from '../../domain/kernel/mode.ts';
import type { InstanceRow } from './fold-instances.ts';

/** The earliest due time among written instances, on each of the clocks: ISO 8601. */
export type EarliestDue = Readonly<Partial<Record<Mode, string>>>;

/**
 * @example
 * earliestDue([
 *   { mode: 'live', wakeAt: '2026-12-01T10:00:00.000Z' },
 *   { mode: 'live', wakeAt: '2026-12-01T09:00:00.000Z' },
 *   { mode: 'test', wakeAt: null },
 * ]); // { live: '2026-12-01T09:00:00.000Z' }
 */
export const earliestDue = (rows: readonly Pick<InstanceRow, 'mode' | 'wakeAt'>[]): EarliestDue => {
  const earliest: Partial<Record<Mode, string>> = {};
  for (const { mode, wakeAt } of rows) {
    const known = earliest[mode];
    if (wakeAt !== null && (known === undefined || Date.parse(wakeAt) < Date.parse(known))) earliest[mode] = wakeAt;
  }
  return earliest;
};

/**
 * Whether any of these times comes within so many milliseconds.
 *
 * @example
 * const now = () => new Date('2026-12-01T08:59:59.000Z');
 * isDueWithin({ live: '2026-12-01T09:00:00.000Z' }, 5_000, now); // true
 * isDueWithin({ live: '2026-12-01T10:00:00.000Z' }, 5_000, now); // false
 */
export const isDueWithin = (
  due: EarliestDue,
  milliseconds: number,
  now: (mode: Mode) => Pick<Date, 'getTime'>,
): boolean =>
  (['live', 'test'] as const).some((mode) => {
    const at = due[mode];
    // A time that cannot be read may be due.
    return at !== undefined && !(Date.parse(at) - now(mode).getTime() > milliseconds);
  });
