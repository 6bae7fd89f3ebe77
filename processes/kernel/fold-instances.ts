import type { Recorded } from '../../domain/kernel/event.ts';
import type { ProcessManager } from './process-manager.ts';

export type InstanceRow = Readonly<{
  instance: string;
  workspaceId: string;
  mode: 'live' | 'test';
  state: object;
  /** Raised by each fold: a worker that finishes knows from it whether its answer has been folded already. */
  revision: number;
  wakeAt: string | null;
  lane: string;
}>;

export type FoldedInstances = Readonly<{
  changed: readonly InstanceRow[];
  ended: readonly string[];
  failed: readonly { instance: string; event: Recorded; error: unknown }[];
}>;

export const touchedInstances = (manager: ProcessManager, events: readonly Recorded[]): string[] => [
  ...new Set(events.flatMap((event) => manager.instancesOf(event))),
];

/** Folds a batch over the instances it touches and asks each what it does next. Pure. */
export const foldInstances = (
  manager: ProcessManager,
  events: readonly Recorded[],
  before: ReadonlyMap<string, Pick<InstanceRow, 'state' | 'revision'>>,
  parked: ReadonlySet<string> = new Set(),
): FoldedInstances => {
  const states = new Map<string, { state: object | undefined; meta: Recorded['meta'] }>();
  const stopped = new Set(parked);
  const failed: { instance: string; event: Recorded; error: unknown }[] = [];
  for (const event of events) {
    for (const instance of manager.instancesOf(event)) {
      if (stopped.has(instance)) continue;
      try {
        const current = states.has(instance) ? states.get(instance)?.state : before.get(instance)?.state;
        states.set(instance, { state: manager.evolve(current, event, instance), meta: event.meta });
      } catch (error) {
        stopped.add(instance);
        failed.push({ instance, event, error });
      }
    }
  }
  const changed: InstanceRow[] = [];
  const ended: string[] = [];
  for (const [instance, { state, meta }] of states) {
    const known = before.get(instance);
    if (state === undefined) {
      if (known) ended.push(instance);
      continue;
    }
    if (known && state === known.state) continue;
    const next = manager.next(state);
    changed.push({
      instance,
      workspaceId: meta.workspaceId,
      mode: meta.mode,
      state,
      revision: (known?.revision ?? 0) + 1,
      wakeAt: next?.at ?? null,
      lane: next?.lane ?? manager.name,
    });
  }
  return { changed, ended, failed };
};
