import type { Sequence } from './sequence.ts';

const hourMs = 3_600_000;

/** Hours after a moment: delays know no timezone. */
export const hoursAfter = (at: string, hours: number): string =>
  new Date(Date.parse(at) + hours * hourMs).toISOString();

/** When the first step is due for a contact who is enrolled now; null where the sequence is not active. */
export const firstRunAt = ({ status, steps }: Sequence, now: string): string | null =>
  status === 'ACTIVE' ? hoursAfter(now, steps[0]?.delayHours ?? 0) : null;
