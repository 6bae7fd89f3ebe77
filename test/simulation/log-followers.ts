import type { Recorded } from '../../domain/kernel/event.ts';
import type { ProcessManager } from '../../processes/kernel/process.ts';
import { foldedTypes } from '../../processes/kernel/workspace-end.ts';
import { fanOutHandles } from '../../processes/webhooks/fan-out.ts';
import type { World } from './world.ts';

const second = 1_000;

/** Folds a stretch of the log; answers whether somebody may have to wake up. */
type Follower = Readonly<{ name: string; handles: ReadonlySet<string>; apply(events: readonly Recorded[]): boolean }>;

/** What folds the log: each by itself, late, and in batches of any size. */
export class LogFollowers {
  readonly #world: World;
  readonly #followers: readonly Follower[];
  readonly #wake: () => void;
  readonly #checkpoints: Map<string, number>;
  readonly #underWay = new Set<string>();
  #seen = 0;

  constructor(world: World, managers: readonly ProcessManager[], wake: () => void) {
    this.#world = world;
    const { table, webhooks } = world;
    this.#followers = [
      ...managers.map((manager) => ({
        name: manager.name,
        handles: new Set(foldedTypes(manager)),
        apply: (events: readonly Recorded[]) => table.fold(manager, events),
      })),
      ...(webhooks
        ? [
            {
              name: 'webhook-fan-out',
              handles: new Set(fanOutHandles),
              apply: (events: readonly Recorded[]) => webhooks.apply(events),
            },
          ]
        : []),
    ];
    this.#wake = wake;
    this.#checkpoints = new Map(this.#followers.map(({ name }) => [name, 0]));
  }

  get haveReadAll(): boolean {
    const end = this.#world.log.log.length;
    return [...this.#checkpoints.values()].every((at) => at === end);
  }

  /** Looks whether anything was appended since. */
  follow(): void {
    const { log, note, traced } = this.#world;
    if (this.#seen === log.log.length) return;
    if (traced)
      for (const { stream, type, data } of log.log.slice(this.#seen))
        note(`  ${stream} ${type} ${JSON.stringify(data)}`);
    const fresh = log.log.slice(this.#seen);
    for (const follower of this.#followers) {
      // What concerns it not at all is read on the spot, where nothing else is left to read.
      const idle = !this.#underWay.has(follower.name) && this.#checkpoints.get(follower.name) === this.#seen;
      if (idle && !fresh.some(({ type }) => follower.handles.has(type)))
        this.#checkpoints.set(follower.name, log.log.length);
      else this.#deliver(follower);
    }
    this.#seen = log.log.length;
  }

  #deliver(follower: Follower): void {
    const { scheduler, dice, log } = this.#world;
    if (this.#underWay.has(follower.name)) return;
    this.#underWay.add(follower.name);
    scheduler.after(dice.chance(0.03) ? dice.between(1 * second, 20 * second) : dice.between(1, 40), () => {
      this.#underWay.delete(follower.name);
      const from = this.#checkpoints.get(follower.name) ?? 0;
      const to = Math.min(log.log.length, from + dice.between(1, 12));
      const wakes = follower.apply(log.log.slice(from, to));
      this.#checkpoints.set(follower.name, to);
      if (wakes) this.#wake();
      if (to < log.log.length) this.#deliver(follower);
    });
  }
}
