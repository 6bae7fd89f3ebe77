import { z } from 'zod';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * Any JSON value, under a name of its own in the OpenAPI document: a recursive schema cannot be written out.
 *
 * @example
 * JsonValue.parse({ list: [1, 'two', null] }); // { list: [1, 'two', null] }
 * JsonValue.parse(1n); // throws ZodError
 */
export const JsonValue: z.ZodType<Json, Json> = z
  .lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(JsonValue), z.record(z.string(), JsonValue)]),
  )
  .meta({ id: 'JsonValue', description: 'Any JSON value' });
