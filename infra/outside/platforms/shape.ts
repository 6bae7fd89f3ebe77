import type { z } from 'zod';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { PlatformReply } from './http.ts';
import type { Effect } from './transport-failure.ts';

/**
 * Parses an answer by the expected shape. After a send, a success that cannot be parsed is an
 * unknown outcome: the object may exist, and its id is not known.
 */
export const shaped = <Schema extends z.ZodType>(
  schema: Schema,
  reply: PlatformReply,
  effect: Effect,
): z.output<Schema> => {
  const result = schema.safeParse(reply.json);
  if (result.success) return result.data;
  const where = result.error.issues.map((issue) => issue.path.join('.')).join(', ');
  const message = `the platform's answer (${reply.status}) lacks ${where || 'a JSON body'}`;
  throw effect === 'send'
    ? new PlatformError('unknown', 'OUTCOME_UNKNOWN', message)
    : new PlatformError('not_stored', 'PUBLISH_ERROR', message);
};
