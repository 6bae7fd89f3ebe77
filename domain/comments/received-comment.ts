import type { NativeComment } from '../platforms/community.ts';
import type { Platform } from '../platforms/platform.ts';
import type { CommentCommand } from './comment.ts';

/** A live post of this service on one account. */
export type LivePost = Readonly<{
  postId: string;
  platformPostId: string;
  /** The ids of the post itself and of its thread items: a reply to any of these is a comment on the post. */
  objectIds: readonly string[];
}>;

type Received = Readonly<{
  comment: NativeComment;
  post: LivePost;
  account: Readonly<{ id: string; platform: Platform }>;
  commentId: string;
  contactId: string;
  /** ISO 8601, on the workspace's clock. */
  now: string;
}>;

/** No platform allows longer comments, and one event has room for this. */
const maxCharacters = 10_000;
const maxUrlLength = 2_048;
/** Characters that neither database columns nor UTF-8 can hold. */
const unstorable = /[\0\p{Surrogate}]/gu;

const storable = (text: string): string => text.slice(0, maxCharacters).replace(unstorable, '');

const addressOr = <None>(none: None, url: string | undefined): string | None =>
  url === undefined || url.length > maxUrlLength ? none : storable(url);

/**
 * Some platforms let their users set the time of writing. Nothing is written after it was received,
 * nor before 1970.
 */
const instantWithin = (text: string, now: string): string => {
  const stated = Date.parse(text);
  const latest = Date.parse(now);
  return new Date(Number.isNaN(stated) ? latest : Math.min(Math.max(stated, 0), latest)).toISOString();
};

/** A platform's comment in the form in which this service stores it. */
export const receivedComment = ({
  comment: { nativeId, author, text, createdAt, parentNativeId, url },
  post,
  account,
  commentId,
  contactId,
  now,
}: Received): Extract<CommentCommand, { type: 'receive-comment' }> => ({
  type: 'receive-comment',
  commentId,
  contactId,
  accountId: account.id,
  postId: post.postId,
  platform: account.platform,
  platformPostId: post.platformPostId,
  platformCommentId: nativeId,
  author: {
    id: storable(author.id),
    username: storable(author.username),
    avatarUrl: addressOr(undefined, author.avatarUrl),
  },
  content: storable(text),
  // Some platforms name the post as the parent of a comment, others name no parent.
  parentCommentId: parentNativeId === undefined || post.objectIds.includes(parentNativeId) ? null : parentNativeId,
  permalinkUrl: addressOr(null, url),
  platformCreatedAt: instantWithin(createdAt, now),
});
