import type { z } from 'zod';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import type { Caller } from '../../read-api/contract/caller.ts';
import type { Endpoint } from '../../read-api/contract/endpoint.ts';
import type { CommandContext, CommandOptions, Handled, Preview } from './command.ts';

/** How a request carries out one of its commands. */
export type HandleOptions<Event extends NewEvent> = CommandOptions<Event> &
  Readonly<{
    /** Names the command where the request carries out several. */
    step?: string;
    /** The workspace of the command; by default the caller's. */
    workspaceId?: string;
  }>;

/**
 * A write endpoint may decide and append. It gets everything else by ports given to its factory.
 */
export interface WriteContext {
  readonly caller: Caller;
  /** ISO 8601, on the workspace's clock. */
  readonly now: string;
  /**
   * The request's command. It is derived from the Idempotency-Key where one was sent, so a resend
   * is the same command.
   */
  readonly commandId: string;
  readonly meta: CommandContext['meta'];
  /**
   * Aborts when the client has gone away, for calls that only its answer is made for. With an Idempotency-Key
   * it never aborts, because the client may come back for the answer.
   */
  readonly signal: AbortSignal;
  /** A new id: time-ordered, and the same for the same request and name. */
  newId(name?: string): string;
  /** Handles one command of this request. */
  handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    options?: HandleOptions<Event>,
  ): Promise<Handled<State, Event>>;
  /** What a command would decide and lead to; refuses as the command would. Nothing is appended. */
  preview<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    options?: HandleOptions<Event>,
  ): Promise<Preview<State, Event>>;
  load<State, Event extends NewEvent>(
    decider: Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>,
    id: string,
    options?: { shared?: boolean },
  ): Promise<Pick<Handled<State, Event>, 'state' | 'events'> | undefined>;
}

export type WriteEndpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  ReplySchema extends z.ZodType = z.ZodType,
> = Endpoint<WriteContext, Params, Query, Body, ReplySchema>;

/**
 * Declares a write endpoint; infers the inputs and the answer of `run` from the schemas.
 *
 * @example
 * const createNote = writeEndpoint({
 *   method: 'POST',
 *   path: '/v1/notes',
 *   id: 'createNote',
 *   summary: 'Write a note',
 *   body: z.object({ text: z.string() }),
 *   reply: z.object({ id: z.string() }),
 *   status: 201,
 *   run: async (_, { newId }) => ({ body: { id: newId() } }),
 * });
 */
export const writeEndpoint = <
  Params = unknown,
  Query = unknown,
  Body = unknown,
  ReplySchema extends z.ZodType = z.ZodUndefined,
>(
  endpoint: WriteEndpoint<Params, Query, Body, ReplySchema>,
): WriteEndpoint => endpoint;
