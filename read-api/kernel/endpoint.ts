import type { z } from 'zod';
import type { Caller } from '../contract/caller.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Moment, Origins } from './as-of.ts';
import type { Past, ReadModelTables } from './past.ts';

/**
 * A read endpoint may ask the read models. It gets everything else by ports given to its factory.
 */
export interface ReadContext {
  readonly caller: Caller;
  readonly db: ReadModelTables;
  readonly past: Past;
  /** ISO 8601, on the workspace's clock. */
  readonly now: string;
}

export interface ReadEndpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  ReplySchema extends z.ZodType = z.ZodType,
> extends Endpoint<ReadContext, Params, Query, Body, ReplySchema> {
  /**
   * A GET of one resource also answers for the past (`?asOf=`): the same `run` over the same read
   * models, folded from these origins. `reads` are the read models that `origins` queries: the
   * answer waits until they have reached the moment.
   */
  readonly past?: Readonly<{
    reads?: readonly string[];
    origins(params: Params, context: ReadContext, moment: Moment): Origins | Promise<Origins>;
  }>;
}

/**
 * Declares a read endpoint; infers the inputs and the answer of `run` from the schemas.
 *
 * @example
 * const getPlan = readEndpoint({
 *   method: 'GET',
 *   path: '/v1/plan',
 *   id: 'getPlan',
 *   summary: 'The plan of the workspace',
 *   reply: z.object({ plan: z.string() }),
 *   run: async (_, { caller }) => ({ body: { plan: caller.plan } }),
 * });
 */
export const readEndpoint = <
  Params = unknown,
  Query = unknown,
  Body = unknown,
  ReplySchema extends z.ZodType = z.ZodUndefined,
>(
  endpoint: ReadEndpoint<Params, Query, Body, ReplySchema>,
): ReadEndpoint => endpoint;
