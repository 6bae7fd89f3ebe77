import { normalized } from '../../../domain/kernel/stored-text.ts';
import type { CommentActions } from '../../../commands/comments/ports.ts';
import type { CommentOnPlatform } from '../../../domain/comments/comment-on-platform.ts';
import type { SoughtReply } from '../../../domain/comments/lost-reply.ts';
import type { Community, NativeComment } from '../../../domain/platforms/community.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Found, RunContext } from '../../../domain/platforms/publisher.ts';
import type { CommunityCalls } from './community-calls.ts';
import { defined } from '../../../domain/kernel/defined.ts';

const lacking = (platform: string, what: string): PlatformError =>
  new PlatformError('refused', 'PUBLISH_ERROR', `${platform} does not let applications ${what}.`);

const postOf = ({ postId }: CommentOnPlatform) => ({ nativeId: postId, kind: 'post' }) as const;

/** Clocks differ; a reply may seem a little older than the intent to send it. */
const skewMs = 60_000;
/** Platforms return 25 to 100 comments per page. */
const maxPages = 5;

const plain = (text: string): string => normalized(text, 'NFC').replace(/\s+/g, ' ').trim();

/**
 * Whether an own comment is the lost reply. Some platforms have one level of answers: there a reply
 * to an answer is placed below the comment above it. Some put the reader's name in front.
 */
const isIt = (
  { commentId, parentId }: CommentOnPlatform,
  { text, sentAt, known }: SoughtReply,
  { nativeId, parentNativeId = '', text: words, createdAt }: NativeComment,
): boolean =>
  [commentId, parentId].includes(parentNativeId) &&
  !known.includes(nativeId) &&
  Date.parse(createdAt) >= Date.parse(sentAt) - skewMs &&
  plain(words.replace(/^@\S+\s/, '')) === plain(text.replace(/^@\S+\s/, ''));

const findReply = async (
  comment: CommentOnPlatform,
  sought: SoughtReply,
  { comments }: Community,
  context: RunContext,
): Promise<Found> => {
  const { platform } = comment.account;
  if (!comments) return { outcome: 'cannot_tell', message: `${platform} lists no replies.`, forGood: true };
  let after: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const query = { own: true, ...defined({ after }) };
    const { items, next } = await comments(postOf(comment), query, context);
    const found = items.find((each) => isIt(comment, sought, each));
    if (found) {
      const { nativeId, url } = found;
      return { outcome: 'published', object: { nativeId, kind: 'reply', ...defined({ url }) } };
    }
    if (next === undefined) return { outcome: 'not_published' };
    after = next;
  }
  return { outcome: 'cannot_tell', message: 'The post has too many comments to look through.' };
};

/** What is done to a comment on its platform: replies, looks for lost replies, hiding. */
export const commentActions = (calls: CommunityCalls): CommentActions => ({
  // The API reference: `platformSynced` is of Threads only, although other platforms have a call that hides.
  hides: (platform, mode) => platform === 'THREADS' && calls.offers(platform, mode, 'hide'),
  hide: (comment, { hidden }, scope) =>
    calls.call(comment.account, scope, {
      operation: 'hide',
      run: async ({ hide }, context) => {
        if (!hide) throw lacking(comment.account.platform, 'hide comments');
        await hide(postOf(comment), comment.commentId, { hidden }, context);
      },
    }),
  reply: (comment, text, scope) =>
    calls.call(comment.account, scope, {
      operation: 'reply',
      run: async ({ reply }, context) => {
        if (!reply) throw lacking(comment.account.platform, 'reply to comments');
        return reply(postOf(comment), comment.commentId, text, context);
      },
    }),
  findReply: (comment, sought, scope) =>
    calls.call(comment.account, scope, {
      operation: 'find',
      run: (community, context) => findReply(comment, sought, community, context),
    }),
});
