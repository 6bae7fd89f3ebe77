import type { Checkpoint } from '../../../projections/kernel/checkpoint.ts';

type Parts = Readonly<{
  checkpoints: ReadonlyMap<string, Pick<Checkpoint, 'position' | 'events'>>;
  /** The commit position of the newest event; undefined in an empty log. */
  head: bigint | undefined;
  /** For how many seconds each consumer has not been at the head; undefined in a command, which watches nothing. */
  seconds: ReadonlyMap<string, number> | undefined;
}>;

export type Lag = Readonly<{ events: number; seconds: number | null }>;

/**
 * How far a consumer of the log is behind its head. The log has no count of its events, so they are counted against the
 * consumer that has passed the most.
 */
export const lagOf = (name: string, { checkpoints, head, seconds }: Parts): Lag => {
  const own = checkpoints.get(name);
  if (head === undefined || (own && own.position.commit >= head)) return { events: 0, seconds: 0 };
  const most = [...checkpoints.values()].reduce((sum, { events }) => Math.max(sum, events), 0);
  return {
    events: Math.max(1, most - (own?.events ?? 0)),
    seconds: seconds === undefined ? null : Math.round(seconds.get(name) ?? 0),
  };
};
