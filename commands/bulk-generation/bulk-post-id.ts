import { timeOfId } from '../../domain/kernel/ids.ts';
import { commandIdFor, idFrom } from '../kernel/deterministic-ids.ts';

/** The command that creates a post of a job: the same for every attempt. */
export const bulkPostCommand = (jobId: string, index: number) => ({
  commandId: commandIdFor('bulk-generation', jobId, String(index)),
  askedAt: timeOfId(jobId),
});

/** The id of the post that this command creates. */
export const bulkPostId = (jobId: string, index: number): string => {
  const { commandId, askedAt } = bulkPostCommand(jobId, index);
  return idFrom(askedAt, `${commandId}/post`);
};
