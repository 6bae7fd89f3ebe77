import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { commentIdOf } from '../../../commands/comments/comment-ids.ts';
import type { CommentSources } from '../../../commands/comments/ports.ts';
import { authorIdOf } from '../../../commands/contacts/contact-ids.ts';
import { receiveMessageOf } from '../../../commands/contacts/receive-message.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { receiveMention } from '../../../commands/mentions/receive-mention.ts';
import { comment } from '../../../domain/comments/comment.ts';
import type { DatedPost } from '../../../domain/comments/reading-schedule.ts';
import { receivedComment } from '../../../domain/comments/received-comment.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import { messageStatus } from '../../../domain/platform-webhooks/message-status.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { NativeMention } from '../../../domain/mentions/received-mention.ts';
import { cutText, storable } from '../../../domain/kernel/stored-text.ts';
import type { Community, NativePerson } from '../../../domain/platforms/community.ts';
import type { RunContext } from '../../../domain/platforms/publisher.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { CommunityCalls } from '../comments/community-calls.ts';
import type { NativeChange, WrittenMessage } from '../../outside/platforms/webhook.ts';
import { messageStatusId } from './message-statuses.ts';
import { noteReceipt, type BatchOfDelivery } from './note-receipt.ts';
import type { Handle, Target } from './target.ts';
import { defined } from '../../../domain/kernel/defined.ts';

export type CarryOutParts = Readonly<{
  commands: Pick<CommandHandler, 'handle' | 'load'>;
  sources: Pick<CommentSources, 'livePosts'>;
  calls: Pick<CommunityCalls, 'call' | 'offers'>;
  batchOfDelivery: BatchOfDelivery;
  now(mode: Mode): Date;
  /** Called with the place of an event, so that reads of the workspace wait for it. */
  appended(workspaceId: string, commit: bigint): void | Promise<void>;
}>;

const postsBack = { days: 90, limit: 100 } as const;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The platform waits for the answer to its report meanwhile. */
const namesPatienceMs = 5_000;
const maxName = 255;

/** The comment of a report is known already. */
class KnownComment extends Error {
  override readonly name = 'KnownComment';
}

const requireAbsent = (history: readonly unknown[]): void => {
  if (history.length > 0) throw new KnownComment();
};

const unlessKnown = (error: unknown): void => {
  if (!(error instanceof KnownComment)) throw error;
};

/** How commands are handled for what a platform reported about an account. */
export const contextOf = (
  { workspaceId, mode }: Target,
  { commands, now, appended }: Pick<CarryOutParts, 'commands' | 'now' | 'appended'>,
) => {
  const actor = { kind: 'system', id: 'platform-webhooks' } as const;
  const meta = { workspaceId, mode, actor, $correlationId: randomUUID(), occurredAt: now(mode).toISOString() };
  const handle: Handle = async (decider, id, command, options) => {
    const handled = await commands.handle(decider, id, command, { commandId: randomUUID(), meta, ...options });
    if (handled.position) await appended(workspaceId, handled.position.commit);
    return handled;
  };
  return { handle, now: meta.occurredAt, caller: { workspaceId } };
};

/**
 * Does in this service what a person did on a platform. False where that has to wait: what it
 * refers to is not recorded yet. Carrying a change out again changes nothing.
 */
export const carryOutChange = (parts: CarryOutParts) => {
  const { sources, calls } = parts;

  /** Instagram reports the media only, and Facebook no address: the rest is read. What cannot be read stays empty. */
  const completed = async (target: Target, mention: NativeMention): Promise<NativeMention> => {
    if (target.platform !== 'INSTAGRAM' && mention.url !== undefined) return mention;
    const tagged = await calls
      .call(target, target, {
        operation: 'mentions',
        run: async ({ mentions }, context) => (await mentions?.({}, context))?.items ?? [],
      })
      .catch((error: unknown) => {
        if (error instanceof PlatformError) return [];
        throw error;
      });
    const found = tagged.find(({ nativeId }) => nativeId === mention.mediaId);
    if (!found) return mention;
    if (target.platform === 'FACEBOOK') return { ...mention, url: found.url };
    return { ...mention, author: found.author, text: found.text, createdAt: found.createdAt };
  };

  /** By account and the platform's id of the post: a platform never gives an id to another post. */
  const found = new LRUCache<string, DatedPost>({ max: 10_000 });

  /**
   * The post of this service that a platform names, among the latest ones of the account. Only a
   * post that is not found waits for the read models: a flood of comments keeps these behind.
   */
  const livePost = async (
    { id, workspaceId }: Target,
    platformPostId: string,
    now: string,
  ): Promise<DatedPost | undefined> => {
    const key = JSON.stringify([id, platformPostId]);
    const known = found.get(key);
    if (known) return known;
    const since = new Date(Date.parse(now) - postsBack.days * dayMs).toISOString();
    for (const asIs of [true, false]) {
      const posts = await sources.livePosts({ id, workspaceId }, { since, limit: postsBack.limit, asIs });
      const post = posts.find(({ objectIds }) => objectIds.includes(platformPostId));
      if (post) found.set(key, post);
      if (post) return post;
    }
    return undefined;
  };

  /** People whose names were asked for, whatever the answer was: a flood of messages asks once. */
  const asked = new LRUCache<string, true>({ max: 10_000, ttl: hourMs });

  /** The names of a person whose message was reported without one. What the platform does not say stays empty. */
  const namesOf = async (target: Target, personId: string): Promise<NativePerson | undefined> => {
    const key = JSON.stringify([target.id, personId]);
    if (asked.has(key) || !calls.offers(target.platform, target.mode, 'person')) return undefined;
    asked.set(key, true);
    const read = async ({ person }: Community, context: RunContext) => person?.(personId, context);
    const names = await calls
      .call(target, target, { operation: 'person', run: read, patienceMs: namesPatienceMs })
      .catch((error: unknown) => {
        if (error instanceof PlatformError) return undefined;
        throw error;
      });
    const kept = (text: string | undefined) => (text ? storable(cutText(text, maxName)) : undefined);
    const [displayName, username] = [kept(names?.displayName), kept(names?.username)];
    if (displayName === undefined && username === undefined) return undefined;
    return { ...defined({ displayName, username }) };
  };

  type CommentMade = Extract<NativeChange['what'], { kind: 'comment' }>;
  const onComment = async (target: Target, what: CommentMade): Promise<void> => {
    const context = contextOf(target, parts);
    const { id, workspaceId, platform } = target;
    const commentId = commentIdOf(id, what.comment.nativeId);
    const post = await livePost(target, what.postId, context.now);
    const command = receivedComment({
      comment: what.comment,
      account: { id, platform },
      commentId,
      now: context.now,
      post: post ?? { postId: null, platformPostId: what.postId, objectIds: [what.postId] },
      contactId: authorIdOf(workspaceId, platform, {
        authorId: what.comment.author.id,
        nativeId: what.comment.nativeId,
      }),
    });
    // Reports come in any order: only an edit changes a comment that is known.
    if (what.isEdit) return void (await context.handle(comment, commentId, command));
    const options = { fresh: true, guard: requireAbsent };
    await context.handle(comment, commentId, command, options).catch(unlessKnown);
  };

  const onMessage = async (target: Target, authorId: string, message: WrittenMessage): Promise<void> => {
    const { handle, now } = contextOf(target, parts);
    const { nativeId: platformMessageId, text, createdAt: writtenAt, username } = message;
    const author = { id: authorId, username };
    const command = receiveMessageOf(
      { account: target, author, platformMessageId, text, writtenAt },
      target.workspaceId,
      now,
    );
    const { state } = await handle(contact, command.contactId, command);
    if (state?.kind !== 'existing' || state.displayName !== null || state.username !== null) return;
    const names = await namesOf(target, authorId);
    if (!names) return;
    const { contactId, platform, platformId } = command;
    await handle(contact, contactId, { type: 'upsert-contact', contactId, platform, platformId, ...names });
  };

  return async (target: Target, { what, authorId }: Pick<NativeChange, 'what' | 'authorId'>): Promise<boolean> => {
    switch (what.kind) {
      case 'mention': {
        // The reference: mentions are created for FACEBOOK Pages and INSTAGRAM.
        if (target.platform !== 'FACEBOOK' && target.platform !== 'INSTAGRAM') return true;
        const mention = await completed(target, what.mention);
        const context = contextOf(target, parts);
        const { mediaId } = mention;
        const post = mediaId === undefined ? undefined : await livePost(target, mediaId, context.now);
        await receiveMention({ id: target.id, platform: target.platform }, mention, post?.postId, context);
        return true;
      }
      case 'comment':
        await onComment(target, what);
        return true;
      case 'message':
        await onMessage(target, authorId, what.message);
        return true;
      case 'read': {
        const { handle, now } = contextOf(target, parts);
        const readAt = what.readAt < now ? what.readAt : now;
        return noteReceipt(target, authorId, { platformMessageId: what.nativeId, readAt }, { ...parts, handle });
      }
      case 'status': {
        const { nativeId, error } = what;
        const { id: accountId, platform } = target;
        const report = { type: 'report-status', accountId, platform, ...(error && { error }) } as const;
        await contextOf(target, parts).handle(messageStatus, messageStatusId(accountId, nativeId), report);
        return true;
      }
      case 'other':
        return true;
      default:
        return what satisfies never;
    }
  };
};
