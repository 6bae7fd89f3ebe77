import type { BroadcastView } from '../../domain/broadcasts/broadcast-view.ts';

/** The deliveries of a broadcast by their status. Every delivery is in one. */
export type Counts = Readonly<Record<'pending' | 'delivering' | 'delivered' | 'failed' | 'read', number>>;

/** The counts by status, without those that are zero. */
export const statsOf = (counts: Counts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [[name.toUpperCase(), count]] : [])),
  );

type Running = Readonly<{ since: string; contacts: number }>;

/** When the sending ends if it goes on at the pace so far; null while nothing has ended. */
const estimate = (running: Running | null, remaining: number, now: string): string | null => {
  const done = (running?.contacts ?? 0) - remaining;
  if (!running || done <= 0) return null;
  const elapsedMs = Math.max(1, Date.parse(now) - Date.parse(running.since));
  return new Date(Date.parse(now) + (elapsedMs / done) * remaining).toISOString();
};

export const progressOf = (
  { status, totalContacts: total }: Pick<BroadcastView, 'status' | 'totalContacts'>,
  running: Running | null,
  { delivered, read, failed }: Counts,
  now: string,
) => {
  const ended = delivered + read + failed;
  const remaining = total - ended;
  return {
    total,
    delivered: delivered + read,
    failed,
    remaining,
    percentage: total === 0 ? 0 : Math.floor((100 * ended) / total),
    estimatedEndAt: status === 'SENDING' ? estimate(running, remaining, now) : null,
  };
};
