import { laneOfBatch } from './broadcast-fields.ts';

/** A batch whose open deliveries are continued later. */
type Waiting = Readonly<{ number: number; at: string }>;

/**
 * The work of one lane of a broadcast: which of its batches are to be queued, which to be sent, and
 * which wait. Pure; the process folds it from the events of the broadcast and of its batches.
 */
export type Lane = Readonly<{
  broadcastId: string;
  lane: number;
  round: number;
  audienceId: string;
  /** Of the first sending: the ids of batches and deliveries are derived from it. */
  startedAt: string;
  /** Batches without a stream, in order. */
  toEnqueue: readonly number[];
  /** Batches whose turn comes, in order. */
  toSend: readonly number[];
  waiting: readonly Waiting[];
  /** ISO 8601: the platform asked for a pause until then. */
  busyUntil: string | null;
  paused: boolean;
  /** When the last event of the lane happened. */
  at: string;
}>;

export type LaneAction =
  | Readonly<{ type: 'enqueue'; numbers: readonly number[] }>
  | Readonly<{ type: 'send'; number: number }>
  | Readonly<{ type: 'finish' }>;

/** An action with the lane as it was when the action became due. */
export type LaneWork = Readonly<{ lane: Lane; action: LaneAction }>;

export const laneOf = (
  {
    lane,
    numbers,
    ...of
  }: Pick<Lane, 'broadcastId' | 'lane' | 'audienceId' | 'startedAt' | 'at'> & Readonly<{ numbers: readonly number[] }>,
  round: number,
): Lane => {
  const mine = numbers.filter((number) => laneOfBatch(number) === lane);
  const toEnqueue = round === 1 ? mine : [];
  return { ...of, lane, round, toEnqueue, toSend: mine, waiting: [], busyUntil: null, paused: false };
};

export const enqueued = (lane: Lane, number: number, at: string): Lane => ({
  ...lane,
  toEnqueue: lane.toEnqueue.filter((each) => each !== number),
  at,
});

/** After a pass over a batch. */
export const passed = (
  lane: Lane,
  { number, resumeAt, isPlatformBusy }: Readonly<{ number: number; resumeAt: string | null; isPlatformBusy: boolean }>,
  at: string,
): Lane => {
  const waiting = lane.waiting.filter((each) => each.number !== number);
  return {
    ...lane,
    toSend: lane.toSend.filter((each) => each !== number),
    waiting: resumeAt === null ? waiting : [...waiting, { number, at: resumeAt }],
    busyUntil: isPlatformBusy ? resumeAt : null,
    at,
  };
};

const later = (one: string, other: string | null): string => (other !== null && other > one ? other : one);

/** The next action of a lane and its time; undefined while it is paused. A finished lane has nothing left. */
export const nextOfLane = (lane: Lane): Readonly<{ at: string; action: LaneAction }> | undefined => {
  const { toEnqueue, toSend, waiting, busyUntil, paused, at } = lane;
  if (toEnqueue.length > 0) return { at, action: { type: 'enqueue', numbers: toEnqueue } };
  if (paused) return undefined;
  const [soonest] = [...waiting].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const [first] = toSend;
  const turn = first === undefined ? undefined : later(at, busyUntil);
  if (soonest && (turn === undefined || soonest.at <= turn))
    return { at: soonest.at, action: { type: 'send', number: soonest.number } };
  if (first !== undefined && turn !== undefined) return { at: turn, action: { type: 'send', number: first } };
  return { at, action: { type: 'finish' } };
};
