import type { Platform } from '../platforms/platform.ts';
import type { KnownComment } from './comment.ts';

/** A comment as its platform identifies it. */
export type CommentOnPlatform = Readonly<{
  account: Readonly<{ id: string; platform: Platform }>;
  postId: string;
  commentId: string;
  /** The comment that it answers. */
  parentId: string | null;
}>;

export const onPlatform = (
  of: Pick<KnownComment, 'accountId' | 'platform' | 'platformPostId' | 'platformCommentId' | 'parentCommentId'>,
): CommentOnPlatform => ({
  account: { id: of.accountId, platform: of.platform },
  postId: of.platformPostId,
  commentId: of.platformCommentId,
  parentId: of.parentCommentId,
});
