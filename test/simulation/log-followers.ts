import type { Recorded } from '../../domain/kernel/event.ts';
import type { ProcessManager } from '../../processes/kernel/process.ts';
import { foldedTypes } from '../../processes/kernel/workspace-end.ts';
import { fanOutHandles } from '../../processes/webhooks/fan-out.ts';
import type { World } from './world.ts';

const second = 1_000;

/** Folds a stretch of the log; answers whether somebody may have to wake up. */
type Apply = (events: readonly Recorded[]) => boolean;

type Follower = {
  readonly handles: ReadonlySet<string>;
  readonly apply: Apply;
  /** How much of the log it has read. */
  at: number;
  isUnderWay: boolean;
};

const followerOf = (handles: readonly string[], apply: Apply): Follower => ({
  handles: new Set(handles),
  apply,
  at: 0,
  isUnderWay: false,
});

/** What folds the log: each by itself, late, and in batches of any size. */
export class LogFollowers {
  readonly #world: World;
  readonly #followers: readonly Follower[];
  readonly #wake: () => void;
  #seen = 0;

  constructor(world: World, managers: readonly ProcessManager[], wake: () => void) {
    this.#world = world;
    const { table, webhooks } = world;
    this.#followers = [
      ...managers.map((manager) => followerOf(foldedTypes(manager), (events) => table.fold(manager, events))),
      ...(webhooks ? [followerOf(fanOutHandles, (events) => webhooks.apply(events))] : []),
    ];
    this.#wake = wake;
  }

  get haveReadAll(): boolean {
    const end = this.#world.log.log.length;
    return this.#followers.every(({ at }) => at === end);
  }

  /** Looks whether anything was appended since. */
  follow(): void {
    const { log, note, traced } = this.#world;
    const end = log.log.length;
    if (this.#seen === end) return;
    const fresh = log.log.slice(this.#seen);
    if (traced) for (const { stream, type, data } of fresh) note(`  ${stream} ${type} ${JSON.stringify(data)}`);
    for (const follower of this.#followers) {
      // What concerns it not at all is read on the spot, where nothing else is left to read.
      const isIdle = !follower.isUnderWay && follower.at === this.#seen;
      if (isIdle && !fresh.some(({ type }) => follower.handles.has(type))) follower.at = end;
      else this.#deliver(follower);
    }
    this.#seen = end;
  }

  #deliver(follower: Follower): void {
    const { scheduler, dice, log } = this.#world;
    if (follower.isUnderWay) return;
    follower.isUnderWay = true;
    scheduler.after(dice.chance(0.03) ? dice.between(1 * second, 20 * second) : dice.between(1, 40), () => {
      follower.isUnderWay = false;
      const to = Math.min(log.log.length, follower.at + dice.between(1, 12));
      const wakes = follower.apply(log.log.slice(follower.at, to));
      follower.at = to;
      if (wakes) this.#wake();
      if (to < log.log.length) this.#deliver(follower);
    });
  }
}
