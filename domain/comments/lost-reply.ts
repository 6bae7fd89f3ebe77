import type { Found } from '../platforms/publisher.ts';
import type { CommentCommand } from './comment.ts';

/** A reply whose answer was lost. */
export type SoughtReply = Readonly<{
  text: string;
  /** ISO 8601, when its intent was recorded. */
  sentAt: string;
  /** The platform's ids of replies that are recorded: none of them is the lost one. */
  known: readonly string[];
}>;

/** The longest that one call for a reply takes; until then an open reply may be under way. */
export const replyCallMs = 30_000;

/** A new reply may take that long to be listed by its platform. */
export const listLagMs = 60_000;

/** After that no look finds a reply: a person has to look at the platform. */
const givenUpMs = 3_600_000;

export type NoteReply = Extract<
  CommentCommand,
  { type: 'note-reply-sent' | 'note-reply-failed' | 'note-reply-unknown' }
>;

type Lost = Readonly<{ attempt: string; /** ISO 8601 */ startedAt: string }>;

/** The command that records the result of a look for a lost reply. */
export const noteOfLook = ({ attempt, startedAt }: Lost, found: Found, now: Date): NoteReply => {
  const ageMs = now.getTime() - Date.parse(startedAt);
  if (found.outcome === 'published') {
    const { nativeId: replyId, url: replyUrl = null } = found.object;
    return { type: 'note-reply-sent', attempt, replyId, replyUrl };
  }
  if (found.outcome === 'not_published') {
    const message = 'The platform has no such reply.';
    return ageMs < listLagMs
      ? { type: 'note-reply-unknown', attempt, message: 'The reply is not listed yet, and may still appear.' }
      : { type: 'note-reply-failed', attempt, code: 'PUBLISH_ERROR', message };
  }
  const { message } = found;
  return found.forGood === true || ageMs >= givenUpMs
    ? { type: 'note-reply-failed', attempt, code: 'OUTCOME_UNKNOWN', message }
    : { type: 'note-reply-unknown', attempt, message };
};
