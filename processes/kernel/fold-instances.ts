import type { Mode } from '../../domain/kernel/mode.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { keysOfEvent } from '../../domain/kernel/event-keys.ts';
import type { Next, ProcessManager } from './process.ts';
import { StoppedInstances, type StoppedInstance } from './stopped-instances.ts';
import { workspaceEndedBy } from './workspace-end.ts';

/** An instance as its process stored it. */
export type InstanceRow = Readonly<{
  instance: string;
  workspaceId: string;
  mode: Mode;
  state: object;
  /**
   * Raised by each fold. A worker that finishes an action sees in it whether the action's events
   * are already folded.
   */
  revision: number;
  wakeAt: string | null;
  lane: string;
  /** Of the event that led to the state: the next action belongs to the same request. */
  correlationId: string;
}>;

export type FoldedInstances = Readonly<{
  changed: readonly InstanceRow[];
  ended: readonly string[];
  /** Deleted workspaces: all their rows and parked keys are removed before `changed` is written. */
  endedWorkspaces: readonly string[];
  /**
   * Instances that stop before an event, with the reason. Their rows stay in the state before that
   * event.
   */
  failed: readonly StoppedInstance[];
}>;

/** An instance while a batch is folded: its state after the last event that could be folded. */
type Folding = Readonly<{
  state: object;
  next: Next<object> | undefined;
  meta: Recorded['meta'];
}>;

/**
 * The workspaces that these events end for the process.
 *
 * @example
 * const reminders = processOf<{ at: string }, { postId: string }>()({
 *   name: 'reminders',
 *   description: 'Reminds of drafts after a day.',
 *   on: { PostCreated: (_, { meta }) => ({ at: meta.occurredAt }), PostDeleted: () => undefined },
 *   instancesOf: ({ stream }) => idOfStream(stream),
 *   next: ({ at }) => ({ at, action: { postId: 'c1' } }),
 *   act: async () => {},
 * });
 * touchedWorkspaces(reminders, []); // []
 */
export const touchedWorkspaces = (manager: ProcessManager, events: readonly Recorded[]): string[] => [
  ...new Set(events.flatMap((event) => workspaceEndedBy(manager, event) ?? [])),
];

/**
 * @example
 * const reminders = processOf<{ at: string }, { postId: string }>()({
 *   name: 'reminders',
 *   description: 'Reminds of drafts after a day.',
 *   on: { PostCreated: (_, { meta }) => ({ at: meta.occurredAt }), PostDeleted: () => undefined },
 *   instancesOf: ({ stream }) => idOfStream(stream),
 *   next: ({ at }) => ({ at, action: { postId: 'c1' } }),
 *   act: async () => {},
 * });
 * touchedInstances(reminders, [event('PostDeleted', {}, { stream: 'post-c1' })]); // ['c1']
 */
export const touchedInstances = (manager: ProcessManager, events: readonly Recorded[]): string[] => [
  ...new Set(events.flatMap((event) => keysOfEvent(event, (one) => manager.instancesOf(one)).keys)),
];

/**
 * The row of an instance's first state.
 *
 * @example
 * const reminders = processOf<{ at: string }, { postId: string }>()({
 *   name: 'reminders',
 *   description: 'Reminds of drafts after a day.',
 *   on: { PostCreated: (_, { meta }) => ({ at: meta.occurredAt }), PostDeleted: () => undefined },
 *   instancesOf: ({ stream }) => idOfStream(stream),
 *   next: ({ at }) => ({ at, action: { postId: 'c1' } }),
 *   act: async () => {},
 * });
 * const state = { at: '2026-12-01T10:00:00.000Z' };
 * const row = firstRow(reminders, { instance: 'c1', workspaceId: 'w1', mode: 'live', state, correlationId: 'r1' });
 * row.wakeAt; // '2026-12-01T10:00:00.000Z'
 * row.lane; // 'reminders'
 */
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

/** The stored facts of an instance before a batch. */
export type KnownInstance = Pick<InstanceRow, 'state' | 'revision' | 'workspaceId'>;

/**
 * Folds a batch over the instances it touches and calls `next` for each. Pure. An instance stops
 * before the first event whose fold or `next` throws. `next` is called after each event, so batch
 * boundaries make no difference.
 *
 * @example
 * const reminders = processOf<{ at: string }, { postId: string }>()({
 *   name: 'reminders',
 *   description: 'Reminds of drafts after a day.',
 *   on: { PostCreated: (_, { meta }) => ({ at: meta.occurredAt }), PostDeleted: () => undefined },
 *   instancesOf: ({ stream }) => idOfStream(stream),
 *   next: ({ at }) => ({ at, action: { postId: 'c1' } }),
 *   act: async () => {},
 * });
 * const known = { state: { at: '2026-12-01T10:00:00.000Z' }, revision: 1, workspaceId: 'w1' };
 * const deleted = event('PostDeleted', {}, { stream: 'post-c1' });
 * foldInstances(reminders, [deleted], new Map([['c1', known]])).ended; // ['c1']
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

/** Ends the instances of a deleted workspace in a batch. */
const endWorkspace = (
  workspaceId: string,
  folding: Map<string, Folding | undefined>,
  before: ReadonlyMap<string, KnownInstance>,
): void => {
  for (const [instance, known] of before)
    if (known.workspaceId === workspaceId && !folding.has(instance)) folding.set(instance, undefined);
  for (const [instance, one] of folding) if (one?.meta.workspaceId === workspaceId) folding.set(instance, undefined);
};
