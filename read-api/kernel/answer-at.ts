import type { Asked, Reply } from '../contract/endpoint.ts';
import type { ReadContext, ReadEndpoint } from './endpoint.ts';
import type { Json } from '../../domain/kernel/differences.ts';
import type { Moment } from './as-of.ts';
import { Refused } from '../../domain/kernel/refused.ts';

/**
 * The answer of an endpoint to this caller at a past moment: the same endpoint over the read models
 * of that moment.
 * Throws the endpoint's errors: NOT_FOUND before the resource existed and after it was deleted.
 * Command lines use `answersForOperators` of `infra/log/history`.
 *
 * @example
 * declare const getPost: ReadEndpoint<{ id: string }>;
 * declare const asked: Asked<{ id: string }>;
 * declare const context: ReadContext;
 * const { body } = await answerAt(getPost, asked, context, { kind: 'position', commit: 42n });
 */
export const answerAt = async <Params, Query, Body>(
  { past, reads = [], run }: ReadEndpoint<Params, Query, Body>,
  asked: Asked<Params, Query, Body>,
  context: ReadContext,
  moment: Moment,
): Promise<Reply> => {
  if (!past) throw new Error('this endpoint answers for the present only');
  const then = await context.past.at(moment, reads, await past.origins(asked.params, context, moment));
  return run(asked, { ...context, db: then.db, now: then.now ?? context.now });
};

/**
 * The body of that answer as JSON; undefined where the answer is NOT_FOUND.
 *
 * @example
 * declare const getPost: ReadEndpoint;
 * declare const asked: Asked;
 * declare const context: ReadContext;
 * const before = await bodyAt(getPost, asked, context, { kind: 'position', commit: 41n });
 * const after = await bodyAt(getPost, asked, context, { kind: 'position', commit: 42n });
 * const changed = differences(before, after);
 */
export const bodyAt = async (
  endpoint: ReadEndpoint,
  asked: Asked<unknown, unknown, unknown>,
  context: ReadContext,
  moment: Moment,
): Promise<Json | undefined> => {
  try {
    const { body } = await answerAt(endpoint, asked, context, moment);
    return JSON.parse(JSON.stringify(body));
  } catch (error) {
    if (error instanceof Refused && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
};
