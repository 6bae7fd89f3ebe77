import type { Asked, Reply } from '../../../read-api/contract/endpoint.ts';
import type { ReadContext, ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import type { Moment } from '../../../read-api/kernel/as-of.ts';
import { answerAt } from '../../../read-api/kernel/answer-at.ts';

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
