import type { z } from 'zod';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';
import type { Caller } from '../../read-api/contract/caller.ts';
import type { Endpoint } from '../../read-api/contract/endpoint.ts';
import type { CommandContext, Handled } from './handle.ts';

/** What a write endpoint may do: decide and append, nothing else. Everything else comes by ports given to its factory. */
export interface WriteContext {
  readonly caller: Caller;
  /** ISO 8601, on the workspace's clock. */
  readonly now: string;
  /** The command this request is; derived from the Idempotency-Key where one was sent, so a resend is the same command. */
  readonly commandId: string;
  readonly meta: CommandContext['meta'];
  /** A new id: time-ordered, and the same for the same request and name. */
  newId(name?: string): string;
  /** Handles one command of this request. `step` names it where a request carries out several. */
  handle<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    options?: {
      fresh?: boolean;
      shared?: boolean;
      guard?: (history: readonly Recorded<Event>[]) => void;
      step?: string;
      workspaceId?: string;
    },
  ): Promise<Handled<State, Event>>;
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

/** Declares a write endpoint; infers what `run` receives, and what it must answer, from the schemas. */
export const writeEndpoint = <
  Params = unknown,
  Query = unknown,
  Body = unknown,
  ReplySchema extends z.ZodType = z.ZodUndefined,
>(
  endpoint: WriteEndpoint<Params, Query, Body, ReplySchema>,
): WriteEndpoint => endpoint;
