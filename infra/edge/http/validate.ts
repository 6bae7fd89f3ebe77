import { parse } from 'node:querystring';
import type { z } from 'zod';
import { isStorable } from '../../../domain/kernel/stored-text.ts';
import { Refused, type RefusalCode } from '../../../domain/kernel/refused.ts';

/**
 * Issues listed in one answer: an array with a thousand wrong items does not need a thousand
 * entries.
 */
const issuesShown = 20;

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/**
 * Parses the input of a client. The refusal names the first field in `details.field` and lists the
 * others in `details.issues`. It never repeats the values.
 */
export const validate = <T>(schema: z.ZodType<T>, value: unknown, code: RefusalCode, whole: string): T => {
  const wrong = unstorableIn(value);
  if (wrong !== undefined) throw new Refused(code, `${whole}: ${wrong}`, { field: whole });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, issuesShown).map(({ path, message }) => ({
    field: nameOf(path) || whole,
    message,
  }));
  const first = issues[0] ?? { field: whole, message: 'invalid' };
  throw new Refused(code, `${first.field}: ${first.message}`, { field: first.field, issues });
};

/** Deeper values are refused: recursive code would run out of stack on them. */
const deepest = 100;
/** Why a value is invalid independent of its schema; `undefined` where it is valid. */
const unstorableIn = (value: unknown): string | undefined => {
  const open: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [found, depth] = next;
    if (typeof found === 'string' && !isStorable(found)) return 'has characters that are not valid text';
    if (typeof found !== 'object' || found === null) continue;
    if (depth === deepest) return `is nested deeper than ${deepest} levels`;
    for (const [name, part] of Object.entries(found)) {
      if (!isStorable(name)) return 'has characters that are not valid text';
      open.push([part, depth + 1]);
    }
  }
  return undefined;
};

/** The query string as names and values; a name given several times has a list. */
export const queryOf = (url: string): Record<string, unknown> => {
  const mark = url.indexOf('?');
  return mark < 0 ? {} : parse(url.slice(mark + 1));
};
