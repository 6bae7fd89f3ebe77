import { parse } from 'node:querystring';
import type { z } from 'zod';
import { Refused, type RefusalCode } from '../../domain/kernel/refused.ts';

/** Issues listed in one answer; a thousand wrong array items need not all be told. */
const issuesShown = 20;

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/**
 * Parses what a client sent. The refusal names the first field in `details.field` and lists the rest in `details.issues`;
 * it never repeats the values.
 */
export const validate = <T>(schema: z.ZodType<T>, value: unknown, code: RefusalCode, whole: string): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, issuesShown).map(({ path, message }) => ({
    field: nameOf(path) || whole,
    message,
  }));
  const first = issues[0] ?? { field: whole, message: 'invalid' };
  throw new Refused(code, `${first.field}: ${first.message}`, { field: first.field, issues });
};

/** The query string as names and values; a name given several times has a list. */
export const queryOf = (url: string): Record<string, unknown> => {
  const mark = url.indexOf('?');
  return mark < 0 ? {} : parse(url.slice(mark + 1));
};
