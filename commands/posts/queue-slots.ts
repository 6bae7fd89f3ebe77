import { Refused } from '../../domain/kernel/refused.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { PostPorts } from './ports.ts';

/**
 * The next slot of the queue that has no known post and is not in `passed`. This claims nothing.
 */
export const freeQueueSlot = async (
  context: WriteContext,
  { directory }: PostPorts,
  passed: readonly string[] = [],
): Promise<string> => {
  const slot = await directory.nextQueueSlot(context, passed);
  if (!slot) throw new Refused('VALIDATION_ERROR', 'The queue has no slots (PUT /v1/queues)', { field: 'queue' });
  return slot;
};
