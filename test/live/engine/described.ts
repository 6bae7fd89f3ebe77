import type { Authentication, Body, Operation, Schema } from './contract.ts';

/** One operation of a trimmed OpenAPI document. */
export type Described = Readonly<{
  method: string;
  at: string;
  success: number;
  query?: Schema;
  media?: string;
  body?: Schema;
  answer?: Schema;
}>;

const kinds: Readonly<Record<string, Body['as']>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
};

/** An operation as its description has it, for what the service does with it. */
export const described = (
  found: Described | undefined,
  deed: Operation['deed'],
  authentication: Authentication,
  source: string,
  more: Partial<Operation> = {},
): Operation => {
  if (!found) throw new Error(`${source} lacks an operation for ${String(deed)}`);
  const { method, at, query, media, body, answer } = found;
  return {
    method: method as Operation['method'],
    at,
    deed,
    authentication,
    source,
    ...(query && { query }),
    ...(media !== undefined && { body: { as: kinds[media] ?? 'json', ...(body && { schema: body }) } }),
    ...(answer && { answer }),
    ...more,
  };
};
