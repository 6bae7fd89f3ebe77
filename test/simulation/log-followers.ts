import type { Recorded } from '../../domain/kernel/event.ts';
import type { ProcessManager } from '../../processes/kernel/process-manager.ts';
import type { World } from './world.ts';

const second = 1_000;

/** Folds a stretch of the log; answers whether somebody may have to wake up. */
type Follower = Readonly<{ name: string; apply(events: readonly Recorded[]): boolean }>;

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
        apply: (events: readonly Recorded[]) => table.fold(manager, events),
      })),
      ...(webhooks
        ? [{ name: 'webhook-fan-out', apply: (events: readonly Recorded[]) => webhooks.apply(events) }]
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
    this.#seen = log.log.length;
    for (const follower of this.#followers) this.#deliver(follower);
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
