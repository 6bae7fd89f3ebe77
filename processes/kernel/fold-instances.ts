import type { Mode } from '../../domain/kernel/mode.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { keysOfEvent } from '../../domain/kernel/event-keys.ts';
import type { Next, ProcessManager } from './process.ts';

/** An instance as its process left it. */
export type InstanceRow = Readonly<{
  instance: string;
  workspaceId: string;
  mode: Mode;
  state: object;
  /** Raised by each fold: a worker that finishes knows from it whether its action's events are folded already. */
  revision: number;
  wakeAt: string | null;
  lane: string;
  /** Of the event that made the state: what the next action does belongs to the same request. */
  correlationId: string;
}>;

export type FoldedInstances = Readonly<{
  changed: readonly InstanceRow[];
  ended: readonly string[];
  /** Instances that stop before an event, with the reason. Their rows stay as the events before it left them. */
  failed: readonly { instance: string; event: Recorded; error: unknown }[];
}>;

/** An instance while a batch is folded: its state after the last event that could be folded. */
type Folding = Readonly<{
  state: object | undefined;
  next: Next<object> | undefined;
  meta: Recorded['meta'];
}>;

export const touchedInstances = (manager: ProcessManager, events: readonly Recorded[]): string[] => [
  ...new Set(events.flatMap((event) => keysOfEvent(event, (one) => manager.instancesOf(one)).keys)),
];

/** The row of an instance's first state. */
export const firstRow = (
  manager: ProcessManager,
  first: Omit<InstanceRow, 'revision' | 'wakeAt' | 'lane'>,
): InstanceRow => rowOf(manager, first, manager.next(first.state), 1);

const rowOf = (
  manager: ProcessManager,
  { instance, workspaceId, mode, state, correlationId }: Omit<InstanceRow, 'revision' | 'wakeAt' | 'lane'>,
  next: Next<object> | undefined,
  revision: number,
): InstanceRow => ({
  instance,
  workspaceId,
  mode,
  state,
  revision,
  wakeAt: next?.at ?? null,
  lane: next?.lane ?? manager.name,
  correlationId,
});

/**
 * Folds a batch over the instances it touches and asks each what it does next. Pure. An instance stops before the first event
 * whose fold, or whose next action, throws: `next` is asked after each event, so the cut of the batches makes no difference.
 */
export const foldInstances = (
  manager: ProcessManager,
  events: readonly Recorded[],
  before: ReadonlyMap<string, Pick<InstanceRow, 'state' | 'revision'>>,
  parked: ReadonlySet<string> = new Set(),
): FoldedInstances => {
  const folding = new Map<string, Folding>();
  const stopped = new Set(parked);
  const failed: { instance: string; event: Recorded; error: unknown }[] = [];
  for (const event of events) {
    const { keys: instances, fault } = keysOfEvent(event, (one) => manager.instancesOf(one));
    for (const instance of instances) {
      if (stopped.has(instance)) continue;
      try {
        if (fault !== undefined) throw fault;
        const current = folding.has(instance) ? folding.get(instance)?.state : before.get(instance)?.state;
        const state = manager.evolve(current, event, instance);
        folding.set(instance, { state, next: state && manager.next(state), meta: event.meta });
      } catch (error) {
        stopped.add(instance);
        failed.push({ instance, event, error });
      }
    }
  }
  const changed: InstanceRow[] = [];
  const ended: string[] = [];
  for (const [instance, { state, next, meta }] of folding) {
    const known = before.get(instance);
    if (state === undefined) {
      if (known) ended.push(instance);
    } else if (state !== known?.state) {
      const { workspaceId, mode, $correlationId: correlationId } = meta;
      const row = { instance, workspaceId, mode, state, correlationId };
      changed.push(rowOf(manager, row, next, (known?.revision ?? 0) + 1));
    }
  }
  return { changed, ended, failed };
};
