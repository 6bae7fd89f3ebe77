import type { Recorded } from '../../domain/kernel/event.ts';

export type StoppedInstance = Readonly<{ instance: string; event: Recorded; error: unknown }>;

/**
 * Instances that fold no events: those that were parked before a batch, and those that stop in it.
 *
 * @example
 * const stopped = new StoppedInstances(new Map([['c1', 'w1']]));
 * stopped.has('c1'); // true
 * stopped.forgetWorkspace('w1');
 * stopped.has('c1'); // false
 */
export class StoppedInstances {
  readonly #workspaceOf: Map<string, string | undefined>;
  #added: readonly StoppedInstance[] = [];

  /**
   * `parked`: each with the workspace of the event it stopped at; undefined where that is unknown.
   */
  constructor(parked: ReadonlyMap<string, string | undefined>) {
    this.#workspaceOf = new Map(parked);
  }

  /** Those that stop in the batch. */
  get added(): readonly StoppedInstance[] {
    return this.#added;
  }

  has(instance: string): boolean {
    return this.#workspaceOf.has(instance);
  }

  add(stopped: StoppedInstance): void {
    this.#workspaceOf.set(stopped.instance, stopped.event.meta.workspaceId);
    this.#added = [...this.#added, stopped];
  }

  /** Forgets the instances of a deleted workspace, which are never unparked. */
  forgetWorkspace(workspaceId: string): void {
    for (const [instance, of] of this.#workspaceOf) if (of === workspaceId) this.#workspaceOf.delete(instance);
    this.#added = this.#added.filter(({ event }) => event.meta.workspaceId !== workspaceId);
  }
}
