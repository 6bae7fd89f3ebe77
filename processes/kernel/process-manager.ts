import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import type { Handled } from '../../commands/kernel/handle.ts';

/** The one thing an instance does next, and when: ISO 8601 on the workspace's clock. */
export type Next<Action> = Readonly<{
  at: string;
  action: Action;
  /** The queue it waits in; a full lane holds up nobody in the others. The process's name by default. */
  lane?: string;
}>;

/**
 * A process manager: a fold over events plus the pure question what to do next. Its instances live as rows that are written in the
 * same transaction as its checkpoint, so nothing is forgotten and nothing is started twice by a replay.
 */
export interface ProcessManager<State extends object = object, Action extends object = object> {
  /** Permanent once deployed. A process without its checkpoint refuses to start rather than replay history into the world. */
  readonly name: string;
  readonly description: string;
  readonly handles: readonly string[];
  /** Further lanes `next` may name. */
  readonly lanes?: readonly string[];
  instancesOf(event: Recorded): readonly string[];
  /** `undefined` ends the instance. */
  evolve(state: State | undefined, event: Recorded, instance: string): State | undefined;
  next(state: State): Next<Action> | undefined;
}

/** What an action may use. Whatever it does must bear being done again: it is, when the service dies in the middle. */
export type ActContext = Readonly<{
  instance: string;
  workspaceId: string;
  mode: 'live' | 'test';
  /** Names this one run of the action: no other has it, not the same action's run by another worker or after a crash. */
  run: string;
  /** Aborts when the lease is lost or the service stops. */
  signal: AbortSignal;
  /** Whether this worker still owns the instance: asked right before anything irreversible leaves. */
  stillMine(): boolean;
  now(): Date;
  wait(milliseconds: number): Promise<void>;
  /** Sends a command. `step` names it within the instance: the same step is the same command, however often it is sent. */
  send<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    step: string,
    options?: { shared?: boolean; fresh?: boolean },
  ): Promise<Handled<State, Event>>;
  /**
   * Folds a stream, as this process saw it last: good for who sends a command next and is corrected by it. `latest` reads the
   * log, for who acts on what other processes may have written; `atLeast` reads it where what was seen ends before this revision.
   */
  load<State, Event extends NewEvent>(
    decider: Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>,
    id: string,
    options?: { latest?: boolean; atLeast?: number },
  ): Promise<Pick<Handled<State, Event>, 'state' | 'events'> | undefined>;
}>;

/** What a worker gives to one run of an action. */
export type Lease = Pick<ActContext, 'run' | 'signal' | 'stillMine'>;

/** Carries out an action. Resolves when it is done or will be known by its events; throws on faults, and is then tried again. */
export type Act<Action> = (action: Action, context: ActContext) => Promise<void>;

/** A process manager with the hands that carry out its actions. */
export type RunnableProcess = Readonly<{ manager: ProcessManager; act: Act<object> }>;

export const runnable = <State extends object, Action extends object>(
  manager: ProcessManager<State, Action>,
  act: Act<Action>,
): RunnableProcess => ({
  manager: manager as unknown as ProcessManager,
  act: act as unknown as Act<object>,
});

/** Told where a command of a process was appended, so that reads of the same workspace can wait for it. */
export type AppendedListener = (workspaceId: string, category: string, position: Position) => void;
