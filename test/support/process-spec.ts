import { expect } from 'chai';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { actContext, type ActContext, type ContextParts, type Lease } from '../../processes/kernel/act-context.ts';
import { foldInstances, type InstanceRow } from '../../processes/kernel/fold-instances.ts';
import type { Next, Process, ProcessManager } from '../../processes/kernel/process.ts';
import { endingWithWorkspace, foldedTypes } from '../../processes/kernel/workspace-end.ts';
import { MemoryEventStore } from './memory-event-store.ts';

type Rows = ReadonlyMap<string, InstanceRow>;

/** The instances after events, each batch one event: the cut of the batches must make no difference. */
export const folded = (manager: ProcessManager, events: readonly Recorded[], before: Rows = new Map()): Rows => {
  const rows = new Map(before);
  for (const event of events.filter(({ type }) => foldedTypes(manager).includes(type))) {
    const { changed, ended, endedWorkspaces, failed } = foldInstances(manager, [event], rows);
    if (failed[0]) throw failed[0].error;
    for (const { instance, workspaceId } of [...rows.values()])
      if (endedWorkspaces.includes(workspaceId)) rows.delete(instance);
    for (const row of changed) rows.set(row.instance, row);
    for (const instance of ended) rows.delete(instance);
  }
  return rows;
};

/** The events in a log, in their order, each at the end of its stream. */
const logOf = async (events: readonly Recorded[]): Promise<MemoryEventStore> => {
  const store = new MemoryEventStore();
  for (const [index, event] of events.entries()) {
    const { revision } = await store.read(event.stream);
    await store.append(event.stream, revision, [{ ...event, id: `event-${index}` }]);
  }
  return store;
};

/**
 * Given/when/then for a process. `instance` is the one the spec is about; without it, the given events concern a single one.
 *
 * @example
 * const given = processSpec(reminders);
 * given(event('PostCreated', { … })).owes({ postId: 'c1' }).at('2026-03-02T10:00:00.000Z');
 * given(event('PostDeleted', {})).owesNothing();
 * await given(event('PostCreated', { … })).acting({ mailer }).sends({ type: 'note-reminded' });
 */
export const processSpec =
  <State extends object, Action extends object, Ports>(process: Process<State, Action, Ports>, instance?: string) =>
  (...events: readonly Recorded[]) =>
    givenEvents(process, instance, events, []);

const givenEvents = <State extends object, Action extends object, Ports>(
  process: Process<State, Action, Ports>,
  instance: string | undefined,
  events: readonly Recorded[],
  missed: readonly Recorded[],
) => {
  const chosen = (rows: Rows): InstanceRow | undefined => {
    if (instance !== undefined) return rows.get(instance);
    if (rows.size > 1) throw new Error(`the events concern ${[...rows.keys()].join(', ')}: name the instance`);
    return [...rows.values()][0];
  };
  const next = (): Next<Action> | undefined => {
    const row = chosen(folded(process, events));
    // The state was made by this process, and the fold keeps it as an object.
    return row && process.next(row.state as State);
  };
  const due = (): Next<Action> => {
    const owed = next();
    if (!owed) throw new Error(`${process.name} owes nothing`);
    return owed;
  };

  /** Carries out the owed action over a log in memory that holds the given events, at its time or later. */
  const act = async (ports: Ports, at: string) => {
    const stored = [...events, ...missed];
    const store = await logOf(stored);
    const handler = new CommandHandler(store);
    const commands: unknown[] = [];
    const parts: ContextParts = {
      commands: {
        handle: (decider, id, command, ...rest) => {
          commands.push(command);
          return handler.handle(decider, id, command, ...rest);
        },
        load: (decider, id, workspaceId, consistency) => handler.load(decider, id, workspaceId, consistency),
      },
      now: () => new Date(at),
      wait: async () => undefined,
    };
    const before = folded(process, store.log.slice(0, events.length));
    const row = chosen(before);
    if (!row) throw new Error(`${process.name} has no such instance`);
    const claimed = { ...row, process: process.name, failures: 0, dueAt: due().at, owner: 'spec', token: '1' };
    let hasEnded = false;
    const { signal } = new AbortController();
    const lease: Lease = {
      run: 'run',
      signal,
      stopping: signal,
      stillMine: () => true,
      proveLease: async () => true,
      takePlace: async () => undefined,
      endInstance: () => {
        hasEnded = true;
      },
    };
    const runnable = {
      ...process,
      act: (action: Action, context: ActContext) => process.act(action, context, ports),
    };
    await endingWithWorkspace(runnable).act(due().action, actContext(claimed, lease, parts));
    const recorded = store.log.slice(stored.length);
    const after = folded(process, recorded, before).get(row.instance);
    return { commands, recorded, hasEnded, hasChanged: after?.revision !== row.revision };
  };

  return {
    /** These events are in the log as well, and the instance never folds them: a restore may leave it behind. */
    missing: (...more: readonly Recorded[]) => givenEvents(process, instance, events, [...missed, ...more]),
    /** Carries out what is owed when it is due; answers the events recorded, undefined where nothing is owed. */
    carriedOut: async (ports: Ports): Promise<readonly Recorded[] | undefined> => {
      const owed = next();
      return owed && (await act(ports, owed.at)).recorded;
    },
    owes: (action: Action) => {
      expect(due().action).to.deep.equal(action);
      return { at: (time: string) => expect(due().at).to.equal(time) };
    },
    owesNothing: () => expect(next()?.action).to.equal(undefined),
    /** `at`: ISO 8601, on the workspace's clock; by default when the action is due. */
    acting: (ports: Ports, at = due().at) => ({
      /** These commands, in this order. Fails if their events leave the instance unchanged: it would be due again for ever. */
      sends: async (...expected: readonly object[]): Promise<readonly Recorded[]> => {
        const { commands, recorded, hasChanged } = await act(ports, at);
        expect(commands).to.deep.equal(expected);
        if (!hasChanged)
          throw new Error(
            `${process.name}: the action ended without an event that changes the instance, which is therefore due again ` +
              `in 30 seconds, for ever. Let a command record an event that the process has in its \`on\`.`,
          );
        return recorded;
      },
      /** Nothing, because what was owed is of no use any more; the instance ends by events that are under way. */
      sendsNothing: async (): Promise<void> => {
        expect((await act(ports, at)).commands).to.deep.equal([]);
      },
      /** Its stream has ended and no event will come: nothing is recorded, and its row is removed. */
      endsInstance: async (...expected: readonly object[]): Promise<void> => {
        const { commands, hasEnded, recorded } = await act(ports, at);
        expect(commands).to.deep.equal(expected);
        expect(recorded).to.deep.equal([]);
        expect(hasEnded, 'the instance is ended').to.equal(true);
      },
      throws: async (message: RegExp): Promise<void> => {
        const fault = await act(ports, at).then(() => undefined, String);
        expect(fault).to.match(message);
      },
    }),
  };
};
