import type { z } from 'zod';
import { parseExpecting } from '../../domain/kernel/expected.ts';
import { Refused, type RefusalCode } from '../../domain/kernel/refused.ts';
import { cutText, unstorableIn } from '../../domain/kernel/stored-text.ts';

/**
 * Issues listed in one answer: an array with a thousand wrong items does not need a thousand
 * entries.
 */
const issuesShown = 20;
/** A name of a client's own in a path is cut: it may be a whole text. */
const nameShown = 100;

const nameOf = (path: readonly PropertyKey[]): string => path.map((name) => cutText(String(name), nameShown)).join('.');

/** `whole` names the input itself, where no field of it is at fault. */
type Input<T> = Readonly<{ schema: z.ZodType<T>; value: unknown; code: RefusalCode; whole: string }>;

/**
 * Parses an input of a client by its schema. The refusal names the first field in `details.field` and lists the others
 * in `details.issues`. It never repeats the values.
 */
export const parseInput = <T>({ schema, value, code, whole }: Input<T>): T => {
  const parsed = parseExpecting(schema, value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, issuesShown).map(({ path, message }) => ({
    field: nameOf(path) || whole,
    message,
  }));
  const first = issues[0] ?? { field: whole, message: 'invalid' };
  throw new Refused(code, `${first.field}: ${first.message}`, { field: first.field, issues });
};

/** Refuses what neither a database nor a JSON text can hold, wherever it is in the input. */
export const refuseUnstorable = ({ value, code, whole }: Omit<Input<unknown>, 'schema'>): void => {
  const wrong = unstorableIn(value);
  if (wrong === undefined) return;
  const field = nameOf(wrong.path) || whole;
  throw new Refused(code, `${field}: ${wrong.reason}`, { field });
};
