import type { EventOfType, EventType } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { ActContext } from './act-context.ts';

/** The one next action of an instance, and its time: ISO 8601 on the workspace's clock. */
export type Next<Action> = Readonly<{
  at: string;
  action: Action;
  /**
   * The queue of the action; a full lane does not delay the others. The process's name by default.
   */
  lane?: string;
}>;

/**
 * A process manager: a fold over events and a pure function that returns the next action. Its
 * instances are rows that are written in the transaction of its checkpoint, so no event is skipped
 * and a replay starts no action twice.
 */
export interface ProcessManager<State extends object = object, Action extends object = object> {
  /**
   * Permanent once deployed. A process without its checkpoint refuses to start, because a replay
   * would repeat past effects; `beginsByItself` is the exception.
   */
  readonly name: string;
  readonly description: string;
  readonly handles: readonly string[];
  /** Further lanes that `next` names. */
  readonly lanes?: readonly string[];
  /**
   * Set where every action compares the present log and has no effect outside of the log that a repeat would double.
   * Such a process may replay history: without a checkpoint it begins at the first event.
   */
  readonly beginsByItself?: boolean;
  /**
   * Present in processes that clean up: which of their actions are carried out after the deletion of
   * their workspace. An instance that owes another action ends when it is due. The instances of all
   * other processes end with the workspace.
   */
  outlivesWorkspace?(action: Action): boolean;
  instancesOf(event: Recorded): readonly string[];
  /** `undefined` ends the instance. */
  evolve(state: State | undefined, event: Recorded, instance: string): State | undefined;
  next(state: State): Next<Action> | undefined;
}

/** A process manager with the code that carries out its actions. */
export interface Process<
  State extends object = object,
  Action extends object = object,
  Ports = unknown,
> extends ProcessManager<State, Action> {
  /**
   * Resolves when the action is done or its events will report the result. Throws on a fault; the
   * action is then retried.
   */
  act(action: Action, context: ActContext, ports: Ports): Promise<void>;
}

/**
 * The state of an instance after one event; `undefined` ends the instance. Pure: the same events
 * lead to the same state.
 */
type Handler<State extends object, Type extends EventType> = (
  state: State | undefined,
  event: EventOfType<Type>,
  instance: string,
) => State | undefined;

/** The definition of a process in one file: the new state of an instance for each type of event. */
type ProcessFile<State extends object, Action extends object, Ports, Handled extends EventType> = Pick<
  Process<State, Action, Ports>,
  'name' | 'description' | 'beginsByItself' | 'lanes' | 'outlivesWorkspace' | 'next' | 'act'
> &
  Readonly<{
    on: Readonly<{ [Type in Handled]: Handler<State, Type> }>;
    /** The names of the instances that an event concerns. */
    instancesOf(event: EventOfType<Handled>): string | readonly string[];
  }>;

/** A handler without its event's type: the name it has in `on` is the type of the events it receives. */
type AnyHandler<State extends object> = {
  handle(state: State | undefined, event: Recorded, instance: string): State | undefined;
}['handle'];

/**
 * Creates a process from its definition. The author names `State` and `Action`; the handled events
 * follow from `on`. There are two calls, because TypeScript infers all type parameters of a call or
 * none.
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
 * reminders.handles; // ['PostCreated', 'PostDeleted']
 */
export const processOf =
  <State extends object, Action extends object, Ports = unknown>() =>
  <Handled extends EventType>({
    on,
    instancesOf,
    ...rest
  }: ProcessFile<State, Action, Ports, Handled>): Process<State, Action, Ports> => {
    const handlers = new Map<string, AnyHandler<State>>(Object.entries(on));
    const namesOf: { of(event: Recorded): string | readonly string[] } = { of: instancesOf };
    return {
      ...rest,
      handles: [...handlers.keys()],
      instancesOf: (event) => {
        if (!handlers.has(event.type)) return [];
        const names = namesOf.of(event);
        return typeof names === 'string' ? [names] : names;
      },
      evolve: (state, event, instance) => {
        const handler = handlers.get(event.type);
        return handler ? handler(state, event, instance) : state;
      },
    };
  };

/** All ports that these processes need, together. */
export type PortsOf<Processes extends readonly Process[]> = (
  Processes[number] extends infer Each
    ? Each extends Process<infer _State, infer _Action, infer Ports>
      ? (ports: Ports) => void
      : never
    : never
) extends (ports: infer All) => void
  ? All
  : never;

/** A process with its ports, ready for a worker. */
export type RunnableProcess = ProcessManager & Readonly<{ act(action: object, context: ActContext): Promise<void> }>;

/**
 * Gives each process the ports it needs; the compiler names the ports that are missing.
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
 * withPorts([reminders], {}).map(({ name }) => name); // ['reminders']
 */
export const withPorts = <const Processes extends readonly Process[]>(
  processes: Processes,
  ports: PortsOf<Processes>,
): readonly RunnableProcess[] =>
  processes.map((process) => ({ ...process, act: (action, context) => process.act(action, context, ports) }));
