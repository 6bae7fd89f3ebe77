import { idFrom } from '../kernel/deterministic-ids.ts';

/** An automation acts once for a person: the id is derived from both. */
export const automationRunIdOf = (automationId: string, contactId: string): string =>
  idFrom(0, JSON.stringify(['comment-automation-run', automationId, contactId]));

const prefix = 'comment-automation/';

/** The name of an attempt of a run to reply. */
export const replyAttemptOf = (runId: string, attempts: number): string => `${prefix}${runId}/${attempts}`;

/** The run that an attempt to reply belongs to; undefined for the reply of a person. */
export const runOfReply = (attempt: string): string | undefined =>
  attempt.startsWith(prefix) ? attempt.slice(prefix.length).split('/')[0] : undefined;
