import type { Asked, Reply } from '../../../read-api/contract/endpoint.ts';
import type { ReadContext, ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { MomentText, type Moment } from '../../../read-api/kernel/as-of.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { answerAt } from '../../../read-api/kernel/answer-at.ts';
import { queryOf, validate } from './validate.ts';

/**
 * The moment of `?asOf=`. Throws VALIDATION_ERROR for an invalid moment, and at an endpoint that
 * answers for the present only: ignoring the parameter would return present data as past data.
 */
export const momentAskedFor = (endpoint: ReadEndpoint, url: string): Moment | undefined => {
  const { asOf } = queryOf(url);
  if (asOf === undefined) return undefined;
  if (!endpoint.past) {
    throw new Refused('VALIDATION_ERROR', 'asOf: lists, live answers and links exist for the present only', {
      field: 'asOf',
    });
  }
  return validate(MomentText, asOf, { code: 'VALIDATION_ERROR', whole: 'asOf' });
};

type WaitFor = (models: readonly string[], commit: bigint) => Promise<void>;

/**
 * Answers for a past moment, once the clock and the read models used for lookups have reached it.
 */
export const answerAsOf = async (
  endpoint: ReadEndpoint,
  asked: Asked<unknown, unknown, unknown>,
  context: ReadContext,
  { moment, waitFor }: Readonly<{ moment: Moment; waitFor: WaitFor }>,
): Promise<Reply> => {
  const { past, now } = context;
  await past.requireReached(moment, now, 'asOf');
  const reads = endpoint.past?.reads ?? [];
  if (reads.length > 0) await waitFor(reads, moment.kind === 'position' ? moment.commit : await past.head());
  return answerAt(endpoint, asked, context, moment);
};
