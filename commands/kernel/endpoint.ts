import { z } from 'zod';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';
import { isId } from '../../domain/kernel/ids.ts';
import type { Moment, Origins } from '../../read-api/kernel/as-of.ts';
import type { RefusalCode } from '../../domain/kernel/refused.ts';
import type { Caller } from './caller.ts';
import type { CommandContext, Handled } from './handle.ts';

/** A path parameter that is an id of this service; anything else is 400 BAD_REQUEST before any lookup. */
export const Id = z
  .string()
  .refine(isId, 'malformed id')
  .meta({ id: 'Id', description: '25 characters beginning with c' });

/** An ISO 8601 instant; any offset is accepted, UTC with milliseconds is what is kept. */
export const Instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  // An offset can carry an instant out of the years that four digits, and databases, can tell.
  .refine((instant) => /^(?!0000)\d{4}-/.test(instant), 'lies outside the years 1 to 9999')
  .meta({ override: { type: 'string', format: 'date-time' } });

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body without an end, or too large to hold: made while it is read, until the signal aborts because the reader left. */
export type Streamed = (signal: AbortSignal) => AsyncIterable<Uint8Array>;

export type Reply = Readonly<{
  status?: number;
  body?: unknown;
  /** In place of `body`, by an endpoint that `streams`. */
  stream?: Streamed;
  /** What is streamed, where the endpoint has several media types: the first unless stated. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}>;

/** What an endpoint was asked, parsed by its schemas. */
export type Asked<Params, Query, Body> = Readonly<{
  params: Params;
  query: Query;
  body: Body;
  /** Header by lowercase name. */
  header(name: string): string | undefined;
}>;

/**
 * One endpoint of the API as a value. Express routes, authorization, request validation, the OpenAPI document and the
 * coverage table of the tests are derived from the lists of these.
 */
export interface Endpoint<Context, Params = unknown, Query = unknown, Body = unknown> {
  readonly method: Method;
  /** With the `/v1` prefix and `:name` parameters. */
  readonly path: string;
  /** The operationId: camelCase verb and noun, unique. */
  readonly id: string;
  readonly summary: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** The body of the successful answer. */
  readonly reply?: z.ZodType;
  /** The media types of an answer that is written while it is made. */
  readonly streams?: readonly [string, ...string[]];
  /** 200 unless stated. */
  readonly status?: number;
  /** The codes it may refuse with beyond the global ones. */
  readonly refuses?: readonly RefusalCode[];
  /** Takes an Idempotency-Key. All POSTs but pure questions do. */
  readonly idempotent?: boolean;
  /** Overrides what the scope table derives from path and method. */
  readonly access?: 'public' | 'session';
  /** The plan feature the workspace must have; without it the answer is the gate's own refusal. */
  readonly gate?: (caller: Caller) => void;
  /** The read models it answers from: a GET waits until they have reached the workspace's last write. */
  readonly reads?: readonly string[];
  /**
   * A GET of one resource answers for the past as well (`?asOf=`): the same `run` over the same read models, folded again from what this
   * names. `reads`: the read models asked for it; the answer waits until they have reached the moment.
   */
  readonly past?: Readonly<{
    reads?: readonly string[];
    origins(params: Params, context: Context, moment: Moment): Origins | Promise<Origins>;
  }>;
  /** Bytes of body accepted, 1 MiB by default. */
  readonly bodyLimit?: number;
  run(asked: Asked<Params, Query, Body>, context: Context): Promise<Reply>;
}

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

export type AnyEndpoint<Context> = Endpoint<Context>;

/** Declares a write endpoint; infers what `run` receives from the schemas. */
export const writeEndpoint = <Params = unknown, Query = unknown, Body = unknown>(
  endpoint: Endpoint<WriteContext, Params, Query, Body>,
): AnyEndpoint<WriteContext> => endpoint;
