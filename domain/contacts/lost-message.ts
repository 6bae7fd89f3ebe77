import type { Found } from '../platforms/publisher.ts';
import type { MessageCommand } from './decide-messages.ts';

/** A message whose answer was lost. */
export type SoughtMessage = Readonly<{
  text: string;
  /** ISO 8601, when its intent was recorded. */
  sentAt: string;
  /** The platform's ids of messages that are recorded: none of them is the lost one. */
  known: readonly string[];
}>;

/** The longest that one call for a message takes; until then an open message may be under way. */
export const messageCallMs = 30_000;
/** A new message may take that long to be listed by its platform. */
const listLagMs = 30_000;
/** After that no look finds a message: a person has to look at the platform. */
const givenUpMs = 3_600_000;

const failed = (
  messageId: string,
  { code, reason, nothingStored }: Readonly<{ code: string; reason: string; nothingStored: boolean }>,
): MessageCommand => ({
  type: 'note-message-failed',
  messageId,
  code,
  reason,
  nothingStored,
  retryAfterSeconds: null,
});

/** The command that records the result of a look; undefined while the outcome stays open. */
export const noteOfMessageLook = (
  { messageId, sentAt }: Readonly<{ messageId: string; sentAt: string }>,
  found: Found,
  now: Date,
): MessageCommand | undefined => {
  const ageMs = now.getTime() - Date.parse(sentAt);
  if (found.outcome === 'published')
    return { type: 'note-message-sent', messageId, platformMessageId: found.object.nativeId };
  if (found.outcome === 'not_published')
    return ageMs < listLagMs
      ? undefined
      : failed(messageId, {
          code: 'PUBLISH_ERROR',
          reason: 'The platform did not answer and has no such message.',
          nothingStored: true,
        });
  return found.forGood === true || ageMs >= givenUpMs
    ? failed(messageId, { code: 'OUTCOME_UNKNOWN', reason: found.message, nothingStored: false })
    : undefined;
};
