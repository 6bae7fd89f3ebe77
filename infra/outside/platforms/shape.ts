import type { z } from 'zod';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { PlatformReply } from './http.ts';
import type { Effect } from './transport-failure.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';

/** An answer of many wrong parts names them all. */
const maxMessageCharacters = 1_000;

/** Undefined for an answer that is nested deeper than the stack: any server may send one. */
const parsed = <Schema extends z.ZodType>(schema: Schema, json: unknown) => {
  try {
    return schema.safeParse(json);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/**
 * Parses an answer by the expected shape. After a send, a success that cannot be parsed is an
 * unknown outcome: the object may exist, and its id is not known.
 */
export const shaped = <Schema extends z.ZodType>(
  schema: Schema,
  reply: PlatformReply,
  effect: Effect,
): z.output<Schema> => {
  const result = parsed(schema, reply.json);
  if (result?.success) return result.data;
  const where = result?.error.issues.map((issue) => issue.path.join('.')).join(', ');
  const fault = where === undefined ? 'is nested too deeply' : `lacks ${where || 'a JSON body'}`;
  const message = cutText(`the platform's answer (${reply.status}) ${fault}`, maxMessageCharacters);
  throw effect === 'send'
    ? new PlatformError('unknown', 'OUTCOME_UNKNOWN', message)
    : new PlatformError('not_stored', 'PUBLISH_ERROR', message);
};
