import { parse } from 'node:querystring';
import type { z } from 'zod';
import type { RefusalCode } from '../../../domain/kernel/refused.ts';
import { parseInput, refuseUnstorable } from '../../../read-api/contract/parse-input.ts';

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
