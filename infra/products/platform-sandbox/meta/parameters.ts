import { z } from 'zod';
import { formBody, jsonBody, objectOf } from '../body.ts';
import type { SandboxCall } from '../platform.ts';
import type { Json, JsonObject } from '../store.ts';
import { badParameter, Refusal } from './graph-errors.ts';

/** Graph takes a parameter from the query, a form or a JSON body alike. */
export const parametersOf = async ({ request, url }: SandboxCall): Promise<JsonObject> => {
  const query = Object.fromEntries(url.searchParams);
  if (request.method !== 'POST') return query;
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const body = objectOf(await jsonBody(request).catch(() => undefined));
    if (!body) throw new Refusal(badParameter('Invalid JSON for postcard'));
    return { ...query, ...body };
  }
  if (type.startsWith('application/x-www-form-urlencoded')) return { ...query, ...(await formBody(request)) };
  return query;
};

/** The parameters that are the request itself. */
export const requestOf = (parameters: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => name !== 'access_token' && name !== 'appsecret_proof'),
  );

export const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]).transform((value) => {
  return value === true || value === 'true' || value === '1';
});

export const count = z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)]).transform(Number);

export const id = z.string().regex(/^\d{1,25}$/);

/** An object or a list, as JSON text in a form or as JSON in a body. */
export const structured = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      const parsed: unknown = JSON.parse(value);
      return parsed;
    } catch {
      return value;
    }
  }, schema);

/** A list, comma separated or as JSON. */
export const listOf = <Schema extends z.ZodType>(item: Schema) =>
  structured(
    z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
      z.array(item),
    ),
  );

const reported = (issue: z.core.$ZodIssue): string => {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `Unexpected key "${issue.keys[0]}" on param list`;
  if (issue.code === 'invalid_value') return `Param ${name} must be one of {${issue.values.map(String).join(', ')}}`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return `The parameter ${name} is required.`;
  return `Param ${name} ${issue.message}`;
};

/** The parameters, parsed by their schema, or Meta's error about the first invalid one. */
export const checked = <Schema extends z.ZodType>(schema: Schema, parameters: JsonObject): z.output<Schema> => {
  const result = schema.safeParse(requestOf(parameters), { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Refusal(badParameter(issue ? reported(issue) : 'Invalid parameter'));
};

export const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
