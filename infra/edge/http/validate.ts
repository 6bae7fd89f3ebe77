import { parse } from 'node:querystring';
import type { z } from 'zod';
import { Refused, type RefusalCode } from '../../../domain/kernel/refused.ts';

/** Issues listed in one answer; a thousand wrong array items need no thousand lines. */
const issuesShown = 20;

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/**
 * Parses what a client sent. The refusal names the first field in `details.field` and lists the rest in `details.issues`;
 * it never repeats the values.
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

/** Values nested deeper than this are no request; what follows them recursively would run out of stack. */
const deepest = 100;
/** U+0000 and half a surrogate pair: no database column and no UTF-8 can hold them. */
const unstorable = /[\0\p{Surrogate}]/u;

/** Why a value cannot be taken whatever its schema says; `undefined` where it can. */
const unstorableIn = (value: unknown): string | undefined => {
  const open: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [found, depth] = next;
    if (typeof found === 'string' && unstorable.test(found)) return 'has characters that are no text';
    if (typeof found !== 'object' || found === null) continue;
    if (depth === deepest) return `is nested deeper than ${deepest} levels`;
    for (const [name, part] of Object.entries(found)) {
      if (unstorable.test(name)) return 'has characters that are no text';
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
