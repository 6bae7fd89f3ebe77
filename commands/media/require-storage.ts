import type { StoredBytesOf } from '../../domain/media/storage-room.ts';
import { Plan, requireRoom } from '../../domain/plans/plan.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/**
 * Refuses files that do not fit into the plan's storage with 402 LIMIT_EXCEEDED. A read model
 * counts, so requests at the same time may exceed the limit by the files of these requests.
 */
export const requireStorage = async (
  sizeBytes: number,
  { storedBytes }: Readonly<{ storedBytes: StoredBytesOf }>,
  { caller: { plan, workspaceId } }: Pick<WriteContext, 'caller'>,
): Promise<void> => requireRoom(Plan.parse(plan), 'storedBytes', await storedBytes(workspaceId, 'settled'), sizeBytes);
