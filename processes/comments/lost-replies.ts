import { comment, isUnsettled } from '../../domain/comments/comment.ts';
import { onPlatform, type CommentOnPlatform } from '../../domain/comments/comment-on-platform.ts';
import { listLagMs, noteOfLook, replyCallMs, type SoughtReply } from '../../domain/comments/lost-reply.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Found } from '../../domain/platforms/publisher.ts';
import { takePlaceAtServerOf } from '../accounts/place-at-server.ts';
import { processOf } from '../kernel/process.ts';

/** A reply without a recorded outcome. `at`: when to look for it, ISO 8601. */
type LostReply = Readonly<{ commentId: string; attempt: string; at: string }>;

export type LostReplyPorts = Readonly<{
  /** Finds a reply whose answer was lost. Creates nothing. Throws only `PlatformError`. */
  findReply(
    comment: CommentOnPlatform,
    sought: SoughtReply,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
  ): Promise<Found>;
}>;

const after = (moment: string, milliseconds: number): string =>
  new Date(Date.parse(moment) + milliseconds).toISOString();

const unless = (lost: LostReply | undefined, { attempt }: Readonly<{ attempt: string }>): LostReply | undefined =>
  lost?.attempt === attempt ? undefined : lost;

/** Looks for replies whose outcome was not recorded. Never sends. */
export const lostReplies = processOf<LostReply, LostReply, LostReplyPorts>()({
  name: 'lost-replies',
  description: 'Finds out whether replies to comments were sent where the answer of the platform was lost.',
  beginsByItself: true,
  on: {
    CommentReplySendStarted: (_, { data: { commentId, attempt }, meta }) => ({
      commentId,
      attempt,
      at: after(meta.occurredAt, replyCallMs),
    }),
    CommentReplyOutcomeUnknown: (lost, { meta }) => lost && { ...lost, at: after(meta.occurredAt, listLagMs) },
    CommentReplied: (lost, { data }) => unless(lost, data),
    CommentReplyFailed: (lost, { data }) => unless(lost, data),
    CommentForgotten: () => undefined,
  },
  instancesOf: ({ data }) => data.commentId,
  next: (lost) => ({ at: lost.at, action: lost }),
  act: async ({ commentId, attempt }, context, { findReply }) => {
    const { workspaceId, mode } = context;
    const loaded = await context.load(comment, commentId);
    if (loaded?.state.kind !== 'existing') return context.endInstance();
    const { state, events } = loaded;
    if (!isUnsettled(state.reply) || state.reply.attempt !== attempt) return context.endInstance();
    await takePlaceAtServerOf(state, context);
    const startedAt =
      events.findLast(({ type }) => type === 'CommentReplySendStarted')?.meta.occurredAt ?? context.now().toISOString();
    const sought = { text: state.reply.content, sentAt: startedAt, known: state.replyIds };
    const found = await findReply(onPlatform(state), sought, { workspaceId, mode }).catch((error: unknown): Found => {
      if (!(error instanceof PlatformError)) throw error;
      return { outcome: 'cannot_tell', message: error.message };
    });
    const note = noteOfLook({ attempt, startedAt }, found, context.now());
    await context.send(comment, commentId, note, { step: `${note.type}/${attempt}` });
  },
});
