import type { ProcessManager } from '../../processes/kernel/process-manager.ts';
import type { World } from './world.ts';

const second = 1_000;

/** What folds the log: each by itself, late, and in batches of any size. */
export class LogFollowers {
  readonly #world: World;
  readonly #managers: readonly ProcessManager[];
  readonly #wake: () => void;
  readonly #checkpoints: Map<string, number>;
  readonly #underWay = new Set<string>();
  #seen = 0;

  constructor(world: World, managers: readonly ProcessManager[], wake: () => void) {
    this.#world = world;
    this.#managers = managers;
    this.#wake = wake;
    this.#checkpoints = new Map(managers.map(({ name }) => [name, 0]));
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
    for (const manager of this.#managers) this.#deliver(manager);
  }

  #deliver(manager: ProcessManager): void {
    const { scheduler, dice, log, table } = this.#world;
    if (this.#underWay.has(manager.name)) return;
    this.#underWay.add(manager.name);
    scheduler.after(dice.chance(0.03) ? dice.between(1 * second, 20 * second) : dice.between(1, 40), () => {
      this.#underWay.delete(manager.name);
      const from = this.#checkpoints.get(manager.name) ?? 0;
      const to = Math.min(log.log.length, from + dice.between(1, 12));
      const wakes = table.fold(manager, log.log.slice(from, to));
      this.#checkpoints.set(manager.name, to);
      if (wakes) this.#wake();
      if (to < log.log.length) this.#deliver(manager);
    });
  }
}
