import type { Claimed, FullQueues, LaneRoom } from './instance-store.ts';

/**
 * The free slots of a lane after some claims.
 *
 * @example
 * declare const claimed: Claimed;
 * const lane: LaneRoom = { lane: 'TWITTER', room: 4, running: new Map() };
 * const left = afterClaims(lane, [claimed]);
 */
export const afterClaims = (lane: LaneRoom, claimed: readonly Claimed[]): LaneRoom => {
  const mine = claimed.filter((one) => one.lane === lane.lane);
  if (mine.length === 0) return lane;
  const running = new Map(lane.running);
  for (const { workspaceId } of mine) running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1);
  return { ...lane, room: lane.room - mine.length, running };
};

/**
 * The workspaces that have their share of the lane. Only others may take its free slots.
 *
 * @example
 * blockedIn({ lane: 'TWITTER', room: 2, running: new Map([['w1', 2], ['w2', 1]]) }); // ['w1']
 */
export const blockedIn = ({ room, running }: LaneRoom): readonly string[] =>
  room > 0 ? [...running].flatMap(([workspaceId, count]) => (count >= room ? [workspaceId] : [])) : [];

/**
 * The queues that a claim left full. `open`: the lanes with free slots when the claim began. Slots
 * that became free since count for the next claim, which fills them.
 *
 * @example
 * const open = [{ lane: 'TWITTER', room: 2, running: new Map([['w1', 2]]) }];
 * fullAfter(['TWITTER', 'FACEBOOK'], open, []);
 * // { lanes: ['FACEBOOK'], workspaces: [{ lane: 'TWITTER', workspaceId: 'w1' }] }
 */
export const fullAfter = (
  lanes: readonly string[],
  open: readonly LaneRoom[],
  claimed: readonly Claimed[],
): FullQueues => {
  const left =
    claimed.length === 0 ? open : open.map((lane) => afterClaims(lane, claimed)).filter(({ room }) => room > 0);
  const workspaces = left
    .filter(({ running }) => running.size > 0)
    .flatMap((one) => blockedIn(one).map((workspaceId) => ({ lane: one.lane, workspaceId })));
  if (left.length === lanes.length) return { lanes: [], workspaces };
  const names = new Set(left.map(({ lane }) => lane));
  return { lanes: lanes.filter((lane) => !names.has(lane)), workspaces };
};

/**
 * Whether a queue is full, of this lane or of any. Instances that wait in it may be due.
 *
 * @example
 * const full = { lanes: ['FACEBOOK'], workspaces: [] };
 * isAnyFull(full); // true
 * isAnyFull(full, 'TWITTER'); // false
 */
export const isAnyFull = ({ lanes, workspaces }: FullQueues, of?: string): boolean =>
  of === undefined
    ? lanes.length > 0 || workspaces.length > 0
    : lanes.includes(of) || workspaces.some(({ lane }) => lane === of);
