import { z } from 'zod';
import type { Account } from '../accounts/account-view.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import type { PostView } from '../posts/view.ts';
import { CommentAuthor, type CommentEvent } from './comment-events.ts';

/** A comment as clients see it. */
export const Comment = z
  .object({
    id: z.string(),
    accountId: z.string(),
    postId: z.string().nullable().meta({ description: 'Null where this service did not make the post' }),
    platformPostId: z.string(),
    platformCommentId: z.string(),
    platform: z.string().meta({ description: 'Lowercase' }),
    author: CommentAuthor,
    content: z.string(),
    createdAt: z.string().meta({ description: 'When this service received it' }),
    platformCreatedAt: z.string().meta({ description: 'When it was written' }),
    isReply: z.boolean().meta({ description: 'Whether it answers another comment' }),
    parentCommentId: z.string().nullable().meta({ description: 'The platformCommentId of the comment it answers' }),
    replied: z.boolean(),
    repliedAt: z.string().optional().meta({ description: 'Left out where replied is false' }),
    permalinkUrl: z.string().nullable(),
    account: z.object({
      id: z.string(),
      username: z.string(),
      displayName: z.string(),
      avatarUrl: z.string().nullable(),
      platform: z.string(),
    }),
    post: z
      .object({
        id: z.string(),
        content: z.string().meta({ description: 'At most its first 100 characters' }),
        status: z.string(),
        scheduledFor: z.string().nullable(),
        publishedAt: z.string().nullable(),
        mediaUrl: z.string().nullable(),
        mediaContentType: z.string().nullable(),
      })
      .optional()
      .meta({ description: 'Left out where postId is null' }),
  })
  .meta({ id: 'Comment' });
export type Comment = Readonly<z.infer<typeof Comment>>;

/** The fold behind `Comment`. */
export type CommentView = Readonly<{
  id: string;
  workspaceId: string;
  contactId: string;
  accountId: string;
  postId: string | null;
  platform: Platform;
  platformPostId: string;
  platformCommentId: string;
  author: CommentAuthor;
  content: string;
  parentCommentId: string | null;
  permalinkUrl: string | null;
  platformCreatedAt: string;
  createdAt: string;
  /** When it was marked as answered; null while it is not. */
  repliedAt: string | null;
}>;

export const commentView: ViewFold<CommentView, CommentEvent> = {
  evolve: (view, event) => {
    switch (event.type) {
      case 'CommentReceived': {
        const { commentId: id, ...received } = event.data;
        return {
          id,
          workspaceId: event.meta.workspaceId,
          ...received,
          createdAt: event.meta.occurredAt,
          repliedAt: null,
        };
      }
      case 'CommentEdited':
        return view && { ...view, content: event.data.content };
      case 'CommentMarkedReplied':
        return view && { ...view, repliedAt: event.meta.occurredAt };
      case 'CommentMarkedUnreplied':
        return view && { ...view, repliedAt: null };
      case 'CommentForgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

const maxPostCharacters = 100;

/** The beginning of a text, without splitting a surrogate pair. */
const beginningOf = (text: string): string => text.slice(0, maxPostCharacters).replace(/[\uD800-\uDBFF]$/, '');

const presentPost = ({ id, post, publishedAt }: PostView): NonNullable<Comment['post']> => {
  const [first] = post.content.media;
  return {
    id,
    content: beginningOf(post.content.content),
    status: post.status,
    scheduledFor: post.scheduledFor,
    publishedAt,
    mediaUrl: first?.publicUrl ?? null,
    mediaContentType: first?.contentType ?? null,
  };
};

/** `post` is undefined where the comment has none, or the post no longer exists. */
export const presentComment = (
  { workspaceId: _workspace, contactId: _contact, platform, repliedAt, ...view }: CommentView,
  { id, username, displayName, avatarUrl, platform: where }: Account,
  post: PostView | undefined,
): Comment => ({
  ...view,
  postId: post?.id ?? null,
  platform: platform.toLowerCase(),
  isReply: view.parentCommentId !== null,
  replied: repliedAt !== null,
  ...(repliedAt !== null && { repliedAt }),
  account: { id, username, displayName, avatarUrl: avatarUrl ?? null, platform: where },
  ...(post && { post: presentPost(post) }),
});
