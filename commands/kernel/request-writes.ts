import { randomUUID } from 'node:crypto';
import type { Recorded } from '../../domain/kernel/event.ts';
import { actorOf, type Caller, scopeOf } from '../../read-api/contract/caller.ts';
import type { CommandContext } from './command.ts';
import { commandIdFor, idFrom } from './deterministic-ids.ts';
import type { WriteContext } from './endpoint.ts';
import type { CommandHandler } from './handle.ts';
import { StoreBudget } from './store-budget.ts';

/**
 * The command of a request. With an Idempotency-Key, every resend has the same command, across
 * processes and crashes.
 */
export type CommandIdentity = Readonly<{
  commandId: string;
  /**
   * Milliseconds since 1970 of the first request: the ids that the command creates carry this time.
   */
  askedAt: number;
}>;

/**
 * @example
 * newCommand().commandId === newCommand().commandId; // false
 */
export const newCommand = (): CommandIdentity => ({ commandId: randomUUID(), askedAt: Date.now() });

export type RequestParts = Readonly<{
  command: CommandIdentity;
  caller: Caller;
  /** ISO 8601, on the workspace's clock. */
  now: string;
  /** Stored with each event: the id of the request. */
  correlationId: string;
  budget?: StoreBudget;
  /** Aborts when the caller no longer waits; by default the caller waits, or may come back for the answer. */
  leaving?: (() => AbortSignal) | undefined;
}>;

/** Makes the next reads of a workspace, or of a person without one, wait for a position of the log. */
export type LastWriteRecords = Readonly<{ record(scope: string, commit: bigint): void | Promise<void> }>;

/**
 * The access of one write request to the aggregates. It records how far into the log the request
 * has written, and refuses a request that waits for the event store too long.
 *
 * @example
 * declare const handler: CommandHandler;
 * declare const caller: Caller;
 * const now = new Date().toISOString();
 * const context = new RequestWrites(handler, { command: newCommand(), caller, now, correlationId: 'r1' });
 * const id = context.newId('post');
 */
export class RequestWrites implements WriteContext {
  readonly caller: Caller;
  readonly now: string;
  readonly commandId: string;
  readonly meta: CommandContext['meta'];
  readonly #handler: CommandHandler;
  readonly #askedAt: number;
  readonly #budget: StoreBudget;
  readonly #leaving: () => AbortSignal;
  #unnamedIds = 0;
  #position = -1n;
  readonly #workspaces = new Set<string>();

  constructor(handler: CommandHandler, { command, caller, now, correlationId, ...rest }: RequestParts) {
    this.#handler = handler;
    this.#budget = rest.budget ?? new StoreBudget();
    this.#leaving = rest.leaving ?? (() => new AbortController().signal);
    this.#askedAt = command.askedAt;
    this.commandId = command.commandId;
    this.caller = caller;
    this.now = now;
    this.meta = {
      workspaceId: caller.workspaceId,
      mode: caller.mode,
      actor: actorOf(caller),
      $correlationId: correlationId,
      occurredAt: now,
    };
  }

  get signal(): AbortSignal {
    return this.#leaving();
  }

  // Arrow functions, so that an endpoint may take them out of its context.
  readonly newId: WriteContext['newId'] = (name = `#${this.#unnamedIds++}`) =>
    idFrom(this.#askedAt, `${this.commandId}/${name}`);

  readonly handle: WriteContext['handle'] = async (decider, id, command, { step, workspaceId, ...options } = {}) => {
    const handled = await this.#budget.within((patience) =>
      this.#handler.handle(decider, id, command, { ...this.#commandOf(step, workspaceId), ...options, patience }),
    );
    this.#note(workspaceId ?? this.caller.workspaceId, handled.position ?? lastOf(handled.events));
    return handled;
  };

  readonly preview: WriteContext['preview'] = (decider, id, command, { step, workspaceId, ...options } = {}) =>
    this.#budget.within(() =>
      this.#handler.preview(decider, id, command, { ...this.#commandOf(step, workspaceId), ...options }),
    );

  readonly load: WriteContext['load'] = (decider, id, options = {}) =>
    this.#budget.within(() => this.#handler.load(decider, id, options.shared ? undefined : this.caller.workspaceId));

  /**
   * The last commit of this request, written or found already written; `undefined` where it touched
   * no stream.
   */
  get position(): bigint | undefined {
    return this.#position < 0n ? undefined : this.#position;
  }

  /**
   * Makes the next reads of every written workspace wait for these writes, and those of the caller's
   * too: the inbox of mentions shows and changes what belongs to other workspaces of the person.
   */
  async report(lastWrites: LastWriteRecords): Promise<void> {
    if (this.#position < 0n) return;
    const scopes = new Set(this.#workspaces).add(scopeOf(this.caller) ?? '');
    for (const scope of scopes) if (scope !== '') await lastWrites.record(scope, this.#position);
  }

  #commandOf(step: string | undefined, workspaceId: string | undefined): CommandContext {
    return {
      commandId: step === undefined ? this.commandId : commandIdFor(this.commandId, step),
      meta: workspaceId === undefined ? this.meta : { ...this.meta, workspaceId },
    };
  }

  #note(workspaceId: string, position: Recorded['position'] | undefined): void {
    if (position === undefined) return;
    this.#workspaces.add(workspaceId);
    if (position.commit > this.#position) this.#position = position.commit;
  }
}

const lastOf = (events: readonly Recorded[]): Recorded['position'] | undefined => events.at(-1)?.position;
