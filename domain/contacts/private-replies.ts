import type { MessageOrigin } from './message-events.ts';

/** A comment whose one private reply is spent, or may be, and the message that was it. */
export type PrivateReply = Readonly<{ commentId: string; messageId: string }>;

/** The private replies of a person that are remembered. The platform itself refuses a second one. */
export const rememberedPrivateReplies = 100;

/** Meta takes a private reply within a week of the comment (Meta: "Private replies"). */
const privateReplyMs = 7 * 24 * 3_600_000;

/** Whether a comment is too old for a private reply. Moments are ISO 8601. */
export const isTooOldForPrivateReply = (writtenAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(writtenAt) > privateReplyMs;

export const afterStart = (
  replies: readonly PrivateReply[],
  { messageId, origin }: Readonly<{ messageId: string; origin: MessageOrigin }>,
): readonly PrivateReply[] =>
  origin.kind === 'private_reply'
    ? [...replies, { commentId: origin.commentId, messageId }].slice(-rememberedPrivateReplies)
    : replies;

/** After these failures the comment has no private reply left, or it is not known whether it has. */
const spending: ReadonlySet<string> = new Set(['PRIVATE_REPLY_USED', 'OUTCOME_UNKNOWN']);

export const afterFailure = (
  replies: readonly PrivateReply[],
  { messageId, code }: Readonly<{ messageId: string; code: string }>,
): readonly PrivateReply[] => (spending.has(code) ? replies : replies.filter((each) => each.messageId !== messageId));
