import type { Mode } from '../../domain/kernel/mode.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { keysOfEvent } from '../../domain/kernel/event-keys.ts';
import type { Next, ProcessManager } from './process.ts';
import { StoppedInstances, type StoppedInstance } from './stopped-instances.ts';
import { workspaceEndedBy } from './workspace-end.ts';

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
  /** Workspaces that were deleted: all rows and parked keys of theirs go, before `changed` is written. */
  endedWorkspaces: readonly string[];
  /** Instances that stop before an event, with the reason. Their rows stay as the events before it left them. */
  failed: readonly StoppedInstance[];
}>;

/** An instance while a batch is folded: its state after the last event that could be folded. */
type Folding = Readonly<{
  state: object;
  next: Next<object> | undefined;
  meta: Recorded['meta'];
}>;

/** The workspaces that these events end for the process. */
export const touchedWorkspaces = (manager: ProcessManager, events: readonly Recorded[]): string[] => [
  ...new Set(events.flatMap((event) => workspaceEndedBy(manager, event) ?? [])),
];

export const touchedInstances = (manager: ProcessManager, events: readonly Recorded[]): string[] => [
  ...new Set(events.flatMap((event) => keysOfEvent(event, (one) => manager.instancesOf(one)).keys)),
];

/** The row of an instance's first state. */
export const firstRow = (
  manager: ProcessManager,
  first: Omit<InstanceRow, 'revision' | 'wakeAt' | 'lane'>,
): InstanceRow => rowOf(manager, first, manager.next(first.state), 1);

/** The last moment of the years with four digits: the database reads no longer ones in ISO 8601. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/** An event in the log may name a year of six digits, and has to be bearable: its timer is never due. */
const storableInstant = (at: string): string => (at.startsWith('+') ? endOfTime : at);

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
  wakeAt: next ? storableInstant(next.at) : null,
  lane: next?.lane ?? manager.name,
  correlationId,
});

/** What is known of an instance before a batch. */
export type KnownInstance = Pick<InstanceRow, 'state' | 'revision' | 'workspaceId'>;

/**
 * Folds a batch over the instances it touches and asks each what it does next. Pure. An instance stops before the first event
 * whose fold, or whose next action, throws: `next` is asked after each event, so the cut of the batches makes no difference.
 */
export const foldInstances = (
  manager: ProcessManager,
  events: readonly Recorded[],
  before: ReadonlyMap<string, KnownInstance>,
  parked: ReadonlyMap<string, string | undefined> = new Map(),
): FoldedInstances => {
  const folding = new Map<string, Folding | undefined>();
  const stopped = new StoppedInstances(parked);
  const endedWorkspaces = touchedWorkspaces(manager, events);
  for (const event of events) {
    const { keys: instances, fault } = keysOfEvent(event, (one) => manager.instancesOf(one));
    for (const instance of instances) {
      if (stopped.has(instance)) continue;
      try {
        if (fault !== undefined) throw fault;
        const current = folding.has(instance) ? folding.get(instance)?.state : before.get(instance)?.state;
        const state = manager.evolve(current, event, instance);
        folding.set(instance, state && { state, next: manager.next(state), meta: event.meta });
      } catch (error) {
        stopped.add({ instance, event, error });
      }
    }
    const workspaceId = workspaceEndedBy(manager, event);
    if (workspaceId !== undefined) {
      stopped.forgetWorkspace(workspaceId);
      endWorkspace(workspaceId, folding, before);
    }
  }
  const changed: InstanceRow[] = [];
  const ended: string[] = [];
  for (const [instance, after] of folding) {
    const known = before.get(instance);
    if (after === undefined) {
      if (known) ended.push(instance);
    } else if (after.state !== known?.state) {
      const { state, next, meta } = after;
      const { workspaceId, mode, $correlationId: correlationId } = meta;
      const row = { instance, workspaceId, mode, state, correlationId };
      changed.push(rowOf(manager, row, next, (known?.revision ?? 0) + 1));
    }
  }
  return { changed, ended, endedWorkspaces, failed: stopped.added };
};

/** Ends what a deleted workspace has among the instances of a batch. */
const endWorkspace = (
  workspaceId: string,
  folding: Map<string, Folding | undefined>,
  before: ReadonlyMap<string, KnownInstance>,
): void => {
  for (const [instance, known] of before)
    if (known.workspaceId === workspaceId && !folding.has(instance)) folding.set(instance, undefined);
  for (const [instance, one] of folding) if (one?.meta.workspaceId === workspaceId) folding.set(instance, undefined);
};
