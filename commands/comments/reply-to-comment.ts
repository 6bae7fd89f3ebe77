import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { comment, isUnsettled, type KnownComment } from '../../domain/comments/comment.ts';
import { onPlatform } from '../../domain/comments/comment-on-platform.ts';
import type { CommentEvent } from '../../domain/comments/comment-events.ts';
import { noteOfLook, replyCallMs, type NoteReply } from '../../domain/comments/lost-reply.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Found } from '../../domain/platforms/publisher.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import type { CommentActions } from './ports.ts';
import { loadComment } from './hide-comment-endpoints.ts';

const Reply = z.object({
  success: z.literal(true),
  replyId: z.string().meta({ description: "The platform's id of the reply" }),
  replyUrl: z.string().optional().meta({ description: 'As the platform states it; left out where it states none' }),
});
type Sent = Readonly<{ replyId: string; replyUrl: string | null }>;

const answered = ({ replyId, replyUrl }: Sent) => ({
  body: { success: true as const, replyId, ...(replyUrl !== null && { replyUrl }) },
});

const undecided = (reason: string): Refused =>
  new Refused(
    'SERVICE_UNAVAILABLE',
    `It is not known whether the reply was sent: ${reason} The service looks for it, and the comment shows it when it is found.`,
  );

type Loaded = Readonly<{ state: KnownComment; events: readonly Recorded<CommentEvent>[] }>;

/** The intents of replies so far, oldest first. */
const intentsOf = ({ events }: Loaded) => events.filter((event) => event.type === 'CommentReplySendStarted');

const note = async (id: string, command: NoteReply, { handle }: WriteContext): Promise<KnownComment> => {
  const { state } = await handle(comment, id, command, { step: `${command.type}/${command.attempt}` });
  if (state.kind !== 'existing') throw new Refused('NOT_FOUND', 'comment not found');
  return state;
};

/** Looks for a reply whose outcome is not recorded, and records what is found. */
const settled = async (
  id: string,
  loaded: Loaded,
  actions: CommentActions,
  context: WriteContext,
): Promise<KnownComment> => {
  const { state } = loaded;
  const intent = intentsOf(loaded).at(-1);
  if (!isUnsettled(state.reply) || intent === undefined) return state;
  const { attempt, content: text, status } = state.reply;
  const startedAt = intent.meta.occurredAt;
  const now = new Date(context.now);
  if (status === 'open' && now.getTime() - Date.parse(startedAt) < replyCallMs)
    throw new Refused('CONFLICT', 'A reply to this comment is being sent');
  const { workspaceId, mode } = context.caller;
  const sought = { text, sentAt: startedAt, known: state.replyIds };
  const found = await actions
    .findReply(onPlatform(state), sought, { workspaceId, mode })
    .catch((error: unknown): Found => {
      if (!(error instanceof PlatformError)) throw error;
      return { outcome: 'cannot_tell', message: error.message };
    });
  const after = await note(id, noteOfLook({ attempt, startedAt }, found, now), context);
  if (isUnsettled(after.reply))
    throw new Refused('CONFLICT', 'It is not known yet whether the last reply to this comment was sent');
  return after;
};

/** POST /v1/inbox/comments/:id/reply */
export const replyToComment = (actions: CommentActions) => {
  /** The comments that this process sends a reply to. */
  const underWay = new Set<string>();

  const send = async (id: string, content: string, context: WriteContext) => {
    const loaded = await loadComment(id, context);
    const state = await settled(id, loaded, actions, context);
    if (state.reply?.status === 'sent' && state.reply.content === content && state.reply.sent)
      return answered(state.reply.sent);
    const { workspaceId, mode } = context.caller;
    const attempt = `${context.commandId}/${intentsOf(loaded).length}`;
    await context.handle(comment, id, { type: 'start-reply', attempt, content }, { step: `start/${attempt}` });
    try {
      const { nativeId: replyId, url = null } = await actions.reply(onPlatform(state), content, { workspaceId, mode });
      await note(id, { type: 'note-reply-sent', attempt, replyId, replyUrl: url }, context);
      return answered({ replyId, replyUrl: url });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { kind, code, message } = error;
      if (kind === 'unknown') {
        await note(id, { type: 'note-reply-unknown', attempt, message }, context);
        const after = await settled(id, await loadComment(id, context), actions, context).catch((refusal: unknown) => {
          throw refusal instanceof Refused ? undecided(message) : refusal;
        });
        if (after.reply?.sent) return answered(after.reply.sent);
        throw undecided(message);
      }
      await note(id, { type: 'note-reply-failed', attempt, code, message }, context);
      throw kind === 'not_stored'
        ? new Refused('SERVICE_UNAVAILABLE', `The reply was not sent: ${message}`)
        : new Refused('VALIDATION_ERROR', `${state.platform} did not take the reply: ${message}`);
    }
  };

  return writeEndpoint({
    method: 'POST',
    path: '/v1/inbox/comments/:id/reply',
    id: 'replyToComment',
    summary: 'Reply to a comment on its platform',
    description: bulleted(
      'Answers after the platform. The intent is recorded before the call and the outcome after it. A reply with a lost answer is looked up, and never sent again without a look. The text of the latest reply is not sent again: the answer is that reply.',
      [
        '400 VALIDATION_ERROR: the platform rejects the text, the platform has no replies, or the account is disconnected.',
        '409 CONFLICT: an earlier reply is undecided. This lasts an hour at most.',
        '503 SERVICE_UNAVAILABLE: a rate limit, or the look cannot decide.',
      ],
    ),
    params: z.object({ id: Id }),
    body: z.object({ content: z.string().trim().min(1).max(10_000) }),
    reply: Reply,
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { id }, body: { content } }, context) {
      if (underWay.has(id)) throw new Refused('CONFLICT', 'A reply to this comment is being sent');
      underWay.add(id);
      try {
        return await send(id, content, context);
      } finally {
        underWay.delete(id);
      }
    },
  });
};
