import type { Asked } from '../../../read-api/contract/endpoint.ts';
import { Id } from '../../../read-api/contract/fields.ts';
import { MomentText, type Moment } from '../../../read-api/kernel/as-of.ts';
import type { ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import type { Arrived, Exchange } from './exchange.ts';
import { headerOfIgnored, ignoredBy, prefersStrict, refusedForIgnored, type Ignored } from './ignored-input.ts';
import { readJsonOrText, type JsonBody } from './read-body.ts';
import type { Route } from './route.ts';
import { parse } from 'node:querystring';
import type { z } from 'zod';
import { type RefusalCode, Refused } from '../../../domain/kernel/refused.ts';
import { parseInput, refuseUnstorable } from '../../../read-api/contract/parse-input.ts';
import type { IncomingMessage } from 'node:http';

/**
 * Parses the input of a client. The items of the list `itemsIn` are left to the endpoint, which refuses each by itself.
 */
export const validate = <T>(
  schema: z.ZodType<T>,
  value: unknown,
  { code, whole, itemsIn }: Readonly<{ code: RefusalCode; whole: string; itemsIn?: string | undefined }>,
): T => {
  const others = itemsIn !== undefined && isRecord(value) ? { ...value, [itemsIn]: undefined } : value;
  refuseUnstorable({ value: others, code, whole });
  return parseInput({ schema, value, code, whole });
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The query string as names and values; a name given several times has a list. */
export const queryOf = (url: string): Record<string, unknown> => {
  const mark = url.indexOf('?');
  return mark < 0 ? {} : parse(url.slice(mark + 1));
};

const shape = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request; `undefined` where it sent none. Anything but 1 to 255 printable ASCII characters is refused. */
export const keyIn = (req: IncomingMessage): string | undefined => {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && shape.test(key)) return key;
  throw new Refused('BAD_REQUEST', 'An Idempotency-Key has 1 to 255 printable ASCII characters without spaces', {
    idempotencyCode: 'INVALID_KEY',
  });
};

/** What a request says to its endpoint. */
export type Input = Readonly<{
  asked: Asked<unknown, unknown, unknown>;
  /** The body as it was sent; absent where the endpoint takes none. */
  sent: JsonBody | undefined;
  /** What no field of the endpoint reads. */
  ignored: readonly Ignored[];
  /** The position of the log that a read waits for. */
  after: bigint | undefined;
  /** The past moment that a read answers for. */
  moment: Moment | undefined;
}>;

/** Reads and validates everything that an endpoint takes: path, headers, query and body. */
export const inputOf = async (route: Route, { req, url, params: given, exchange }: Arrived): Promise<Input> => {
  const { endpoint } = route;
  const params = paramsOf(route, given);
  const after = positionAskedFor(req);
  const moment = route.kind === 'read' ? momentAskedFor(route.endpoint, url) : undefined;
  const named = queryOf(url);
  const query = endpoint.query ? validate(endpoint.query, named, { code: 'VALIDATION_ERROR', whole: 'query' }) : {};
  const sent = endpoint.body ? await readJsonOrText(req, route.bodyLimit, endpoint.textBody) : undefined;
  const body = endpoint.body
    ? validate(endpoint.body, sent?.value, { code: 'VALIDATION_ERROR', whole: 'body', itemsIn: endpoint.items?.in })
    : {};
  const ignored = ignoredBy(route, named, sent?.value);
  tellIgnored(ignored, req, exchange);
  return { asked: { params, query, body, header: (name) => headerOf(req, name) }, sent, ignored, after, moment };
};

/** Names what is ignored in a header of every answer; refuses it where the client asked for that. */
const tellIgnored = (ignored: readonly Ignored[], req: IncomingMessage, { headers }: Exchange): void => {
  const isStrict = prefersStrict(req);
  if (isStrict && ignored.length > 0) throw refusedForIgnored(ignored);
  if (isStrict) headers['preference-applied'] = 'handling=strict';
  if (ignored.length > 0) headers['x-ignored-fields'] = headerOfIgnored(ignored);
};

const paramsOf = (route: Route, given: Readonly<Record<string, unknown>>): unknown => {
  if (route.endpoint.params) return validate(route.endpoint.params, given, { code: 'BAD_REQUEST', whole: 'path' });
  // Ids are checked even where the endpoint ignores the parameter.
  for (const name in given) validate(Id, given[name], { code: 'BAD_REQUEST', whole: name });
  return given;
};

const headerOf = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

const positionAskedFor = (req: IncomingMessage): bigint | undefined => {
  const after = req.headers['x-after-position'];
  if (after === undefined) return undefined;
  if (typeof after === 'string' && /^\d{1,20}$/.test(after)) return BigInt(after);
  throw new Refused('BAD_REQUEST', 'X-After-Position is not a position', { field: 'X-After-Position' });
};

/**
 * The moment of `?asOf=`. Throws VALIDATION_ERROR for an invalid moment, and at an endpoint that
 * answers for the present only: ignoring the parameter would return present data as past data.
 */
const momentAskedFor = (endpoint: ReadEndpoint, url: string): Moment | undefined => {
  const { asOf } = queryOf(url);
  if (asOf === undefined) return undefined;
  if (!endpoint.past) {
    throw new Refused('VALIDATION_ERROR', 'asOf: lists, live answers and links exist for the present only', {
      field: 'asOf',
    });
  }
  return validate(MomentText, asOf, { code: 'VALIDATION_ERROR', whole: 'asOf' });
};
