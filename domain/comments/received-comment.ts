import type { NativeComment } from '../platforms/community.ts';
import type { Platform } from '../platforms/platform.ts';
import { addressOr, instantWithin, storableText } from '../platforms/foreign-text.ts';
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
  /** `postId` is null where the platform's post was made elsewhere. */
  post: Omit<LivePost, 'postId'> & Readonly<{ postId: string | null }>;
  account: Readonly<{ id: string; platform: Platform }>;
  commentId: string;
  contactId: string;
  /** ISO 8601, on the workspace's clock. */
  now: string;
}>;

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
    id: storableText(author.id),
    username: storableText(author.username),
    avatarUrl: addressOr(undefined, author.avatarUrl),
  },
  content: storableText(text),
  // Some platforms name the post as the parent of a comment, others name no parent.
  parentCommentId: parentNativeId === undefined || post.objectIds.includes(parentNativeId) ? null : parentNativeId,
  permalinkUrl: addressOr(null, url),
  platformCreatedAt: instantWithin(createdAt, now),
});
