import type { z } from 'zod';
import type { RefusalCode } from '../../domain/kernel/refused.ts';
import type { Caller } from './caller.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A body of unknown length: produced while it is sent, until the signal aborts because the reader
 * left.
 */
export type Streamed = (signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** The answer of an endpoint, as the edge sends it. */
export type Reply = Readonly<{
  /** By default the endpoint's own status. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Instead of `body`, for an endpoint that `streams`. */
  stream?: Streamed;
  /** The media type of the stream: by default the endpoint's first one. */
  type?: string;
}>;

/** A value that is only serialized: read-only lists and objects are accepted. */
type Serializable<Value> = Value extends readonly (infer Item)[]
  ? readonly Serializable<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Serializable<Value[Name]> }
    : Value;

/** The body that a reply schema describes. */
export type ReplyBody<Schema extends z.ZodType> = Serializable<z.input<Schema>>;

/** The answer of an endpoint with this reply schema. `ZodUndefined` means none: a stream, or no body. */
export type ReplyOf<Schema extends z.ZodType> = z.ZodType extends Schema
  ? Reply
  : Reply & Readonly<Schema extends z.ZodUndefined ? { body?: undefined } : { body: ReplyBody<Schema> }>;

/** The inputs of an endpoint, parsed by its schemas. */
export type Asked<Params = unknown, Query = unknown, Body = unknown> = Readonly<{
  params: Params;
  query: Query;
  body: Body;
  /** Header by lowercase name. */
  header(name: string): string | undefined;
}>;

/**
 * One endpoint of the API as a value. Express routes, authorization, request validation, the
 * OpenAPI document and the coverage table of the tests are derived from the lists of endpoints.
 */
export interface Endpoint<
  Context,
  Params = unknown,
  Query = unknown,
  Body = unknown,
  ReplySchema extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** With the `/v1` prefix and `:name` parameters. */
  readonly path: string;
  /** The operationId: camelCase verb and noun, unique. */
  readonly id: string;
  readonly summary: string;
  /** What the schemas cannot express: rules, limits, order. Part of the OpenAPI document. */
  readonly description?: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** A list of the body whose items the endpoint parses itself (`parse-input.ts`), so that one does not refuse the others. */
  readonly items?: Readonly<{ in: string; each: (item: unknown) => z.ZodType }>;
  /** A further media type of the body: a text of it is the one property of `body`. */
  readonly textBody?: Readonly<{ type: string; property: string; example: string }>;
  /** The body of the successful answer. */
  readonly reply?: ReplySchema;
  /** The media types of a streamed answer. */
  readonly streams?: readonly [string, ...string[]];
  /** The begin of a streamed answer, where its first media type is text. */
  readonly streamExample?: string;
  /** 200 by default. */
  readonly status?: number;
  /** The error codes beyond the global ones. */
  readonly errors?: readonly RefusalCode[];
  /** Takes an Idempotency-Key, as all POSTs do except pure questions. */
  readonly idempotent?: boolean;
  /**
   * False for an answer with a secret that is returned once: no store keeps it. A repeat with the same
   * Idempotency-Key is carried out again as the same command.
   */
  readonly storesAnswer?: boolean;
  /** Overrides the scope that the scope table derives from path and method. */
  readonly access?: 'public' | 'session';
  /** The plan feature that the workspace needs; without it the gate refuses. */
  readonly gate?: (caller: Caller) => void;
  /**
   * The read models of the answer: a GET waits until they have reached the workspace's last write.
   */
  readonly reads?: readonly string[];
  /** Bytes of body accepted, 1 MiB by default. */
  readonly bodyLimit?: number;
  run(asked: Asked<Params, Query, Body>, context: Context): Promise<ReplyOf<ReplySchema>>;
}
