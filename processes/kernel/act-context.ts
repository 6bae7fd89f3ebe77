import type { Mode } from '../../domain/kernel/mode.ts';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { Handled } from '../../commands/kernel/command.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Consistency } from '../../commands/kernel/stream-cache.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Position } from '../../domain/kernel/event.ts';
import type { Claimed } from './instance-store.ts';

/** The command of a step: its name within the instance, and how its stream is reached. */
export type StepOptions = Readonly<{
  step: string;
  shared?: boolean;
  fresh?: boolean;
  last?: boolean;
  /** The workspace of the command; by default the instance's. */
  workspaceId?: string;
}>;

/**
 * What an action may use. An action must be safe to repeat, because it is repeated after a crash of
 * the service.
 */
export type ActContext = Readonly<{
  instance: string;
  workspaceId: string;
  mode: Mode;
  /** The request or process step that the action belongs to. */
  correlationId: string;
  /**
   * The name of this one run of the action: a run by another worker or after a crash has another
   * name.
   */
  run: string;
  /** Aborts when the lease is lost or the service stops. */
  signal: AbortSignal;
  /**
   * Aborts when the service stops. A sent call waits for its answer until then, even when the lease
   * is lost.
   */
  stopping: AbortSignal;
  /**
   * Whether this worker may still act on the instance, by its own record. Checked immediately
   * before an irreversible call.
   */
  stillMine(): boolean;
  /**
   * Checks in the database whether the lease is still held: before the intent of a send, and before
   * other irreversible calls.
   */
  proveLease(): Promise<boolean>;
  /**
   * Holds a place of the instance's lane at a server that a tenant named, until the action ends.
   * Throws where the server has its share of the lane: the instance is then due again later.
   */
  takePlace(host: string): Promise<void>;
  /** The stream of the instance has ended and no event will end the instance: its row is removed after the action. */
  endInstance(): void;
  now(): Date;
  wait(milliseconds: number): Promise<void>;
  /**
   * Sends a command. `step` names it within the instance: the same step is the same command on
   * every send.
   */
  send<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    options: StepOptions,
  ): Promise<Handled<State, Event>>;
  /**
   * Folds a stream from the log, unless the action accepts a state that this process has cached.
   */
  load<State, Event extends NewEvent>(
    decider: Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>,
    id: string,
    consistency?: Consistency,
    /** `shared`: also a stream of another workspace, or of none. */
    options?: Readonly<{ shared?: boolean }>,
  ): Promise<Pick<Handled<State, Event>, 'state' | 'events'> | undefined>;
}>;

/** The worker's part of the context of one run. */
export type Lease = Pick<
  ActContext,
  'run' | 'signal' | 'stopping' | 'stillMine' | 'proveLease' | 'takePlace' | 'endInstance'
>;

/** The dependencies of the contexts of all actions. */
export type ContextParts = Readonly<{
  commands: Pick<CommandHandler, 'handle' | 'load'>;
  now(mode: Mode): Date;
  /** Waits on the clock of the mode; rejects when `signal` aborts. */
  wait(milliseconds: number, mode: Mode, signal: AbortSignal): Promise<void>;
  /** Called with the place of a process's events, so that reads of the same workspace wait for it. */
  appended?(workspaceId: string, position: Position): void | Promise<void>;
}>;

/**
 * The context of one run: its commands carry the process as their actor, the correlation of the event they follow, and ids by instance and step.
 *
 * @example
 * declare const claimed: Claimed;
 * declare const lease: Lease;
 * declare const parts: ContextParts;
 * const context = actContext(claimed, lease, parts);
 * await context.wait(500);
 */
export const actContext = (claimed: Claimed, lease: Lease, { commands, ...parts }: ContextParts): ActContext => {
  const { process, instance, workspaceId, mode } = claimed;
  const correlationId = claimed.correlationId ?? `${process}/${instance}`;
  const now = () => parts.now(mode);
  const meta = (ofWorkspace: string) =>
    ({
      workspaceId: ofWorkspace,
      mode,
      actor: { kind: 'process', id: process },
      $correlationId: correlationId,
      occurredAt: now().toISOString(),
    }) as const;
  return {
    ...lease,
    instance,
    workspaceId,
    mode,
    correlationId,
    now,
    wait: (milliseconds) => parts.wait(milliseconds, mode, lease.signal),
    send: async (decider, id, command, { step, workspaceId: ofWorkspace = workspaceId, ...options }) => {
      const commandId = commandIdFor(process, instance, step);
      const handled = await commands.handle(decider, id, command, { ...options, commandId, meta: meta(ofWorkspace) });
      if (handled.position) await parts.appended?.(ofWorkspace, handled.position);
      return handled;
    },
    load: (decider, id, consistency, { shared = false } = {}) =>
      commands.load(decider, id, shared ? undefined : workspaceId, consistency),
  };
};
