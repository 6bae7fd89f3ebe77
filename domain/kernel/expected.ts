import { z } from 'zod';
import { cutText } from './stored-text.ts';

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'must be an ISO 8601 instant with seconds and offset, for example 2026-12-01T10:00:00Z',
  date: 'must be a day, for example 2026-12-01',
  url: 'must be a URL',
  email: 'must be an e-mail address',
  uuid: 'must be a UUID',
};

const nameOf = (expected: string): string => kinds[expected] ?? expected;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'no finite number';
  return nameOf(Array.isArray(value) ? 'array' : typeof value);
};

const bound = (issue: Issue & Readonly<{ code: 'too_big' | 'too_small' }>): string => {
  const { origin, exact } = issue;
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const inclusive = issue.inclusive !== false;
  const how = issue.code === 'too_big' ? (inclusive ? 'at most' : 'less than') : inclusive ? 'at least' : 'more than';
  const much = `${exact === true ? 'exactly' : how} ${limit}`;
  const count = (noun: string, plural: string): string => `${much} ${Number(limit) === 1 ? noun : plural}`;
  switch (origin) {
    case 'string':
      return issue.code === 'too_small' && Number(limit) === 1
        ? 'must not be empty'
        : `must be ${count('character', 'characters')} long`;
    case 'array':
    case 'set':
      return `must have ${count('entry', 'entries')}`;
    default:
      return `must be ${much}`;
  }
};

/** What each kind of value would have needed, shortest first; the field inside it is named. */
const alternatives = (errors: readonly (readonly z.core.$ZodIssue[])[]): string => {
  const texts = errors.flatMap(([first]) =>
    first ? [first.path.length === 0 ? first.message : `${first.path.map(String).join('.')} ${first.message}`] : [],
  );
  return [...new Set(texts)].join(', or ') || 'has no possible form';
};

/**
 * The sentence of an issue: what was expected, in the words of the API. Never repeats the value.
 * `undefined` leaves the sentence of the schema.
 *
 * @example
 * const read = z.object({ limit: z.int() }).safeParse({ limit: 'ten' }, { error: expectation });
 * read.error?.issues[0]?.message; // 'must be a number, not a string'
 */
export const expectation: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const { expected, input } = issue;
      if (input === undefined) return `is required: ${nameOf(expected)}`;
      // A fraction is a number, and is not the whole one that was expected.
      const given = expected === 'int' && typeof input === 'number' ? '' : `, not ${kindOf(input)}`;
      return `must be ${nameOf(expected)}${given}`;
    }
    case 'too_big':
    case 'too_small':
      return bound(issue);
    case 'invalid_value':
      return issue.input === undefined
        ? `is required: ${issue.values.map(String).join(', ')}`
        : `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'has another form than expected';
    case 'invalid_union':
      return issue.errors.length === 0 ? undefined : alternatives(issue.errors);
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map((key) => cutText(key, 100)).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return undefined;
  }
};

/**
 * Parses a value; the issues say what was expected.
 *
 * @example
 * parseExpecting(z.object({ name: z.string() }), {}).error?.issues[0]?.message; // 'is required: a string'
 */
export const parseExpecting = <T>(schema: z.ZodType<T>, value: unknown) =>
  schema.safeParse(value, { error: expectation });
