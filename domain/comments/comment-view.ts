import { z } from 'zod';
import type { Account } from '../accounts/account-view.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import { PlatformKey, Platform } from '../platforms/platform.ts';
import type { PostView } from '../posts/view.ts';
import { CommentAuthor, type CommentEvent } from './comment-events.ts';
import { cutText } from '../kernel/stored-text.ts';

/** A comment as clients see it. */
export const Comment = z
  .object({
    id: z.string(),
    accountId: z.string(),
    postId: z.string().nullable().meta({ description: 'Null where this service did not make the post' }),
    platformPostId: z.string(),
    platformCommentId: z.string(),
    platform: PlatformKey,
    author: CommentAuthor,
    content: z.string(),
    createdAt: z.string().meta({ description: 'When this service received it' }),
    platformCreatedAt: z.string().meta({ description: 'When it was written' }),
    isReply: z.boolean().meta({ description: 'Whether it answers another comment' }),
    parentCommentId: z.string().nullable().meta({ description: 'The platformCommentId of the comment it answers' }),
    replied: z.boolean(),
    repliedAt: z.string().optional().meta({ description: 'Left out where replied is false' }),
    ourReplyId: z
      .string()
      .optional()
      .meta({ description: "The platform's id of the latest reply that this API sent; absent without a reply" }),
    permalinkUrl: z.string().nullable(),
    account: z.object({
      id: z.string(),
      username: z.string(),
      displayName: z.string(),
      avatarUrl: z.string().nullable(),
      platform: PlatformKey,
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
  /** When it was answered or marked as answered; null while it is not. */
  repliedAt: string | null;
  /** The platform's id of the latest reply that the API sent. */
  ourReplyId: string | null;
  hiddenAt: string | null;
  updatedAt: string;
}>;

const changed = (
  view: CommentView | undefined,
  { meta }: Recorded<CommentEvent>,
  change: Partial<CommentView>,
): CommentView | undefined => view && { ...view, ...change, updatedAt: meta.occurredAt };

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
          ourReplyId: null,
          hiddenAt: null,
          updatedAt: event.meta.occurredAt,
        };
      }
      case 'CommentEdited':
        return changed(view, event, { content: event.data.content });
      case 'CommentMarkedReplied':
        return changed(view, event, { repliedAt: event.meta.occurredAt });
      case 'CommentMarkedUnreplied':
        return changed(view, event, { repliedAt: null });
      case 'CommentReplied':
        return changed(view, event, {
          repliedAt: view?.repliedAt ?? event.meta.occurredAt,
          ourReplyId: event.data.replyId,
        });
      case 'CommentHidden':
        return changed(view, event, { hiddenAt: event.meta.occurredAt });
      case 'CommentUnhidden':
        return changed(view, event, { hiddenAt: null });
      case 'CommentReplySendStarted':
      case 'CommentReplyFailed':
      case 'CommentReplyOutcomeUnknown':
        return view;
      case 'CommentForgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

const maxPostCharacters = 100;

const presentPost = ({ id, post, publishedAt }: PostView): NonNullable<Comment['post']> => {
  const [first] = post.content.media;
  return {
    id,
    content: cutText(post.content.content, maxPostCharacters),
    status: post.status,
    scheduledFor: post.scheduledFor,
    publishedAt,
    mediaUrl: first?.publicUrl ?? null,
    mediaContentType: first?.contentType ?? null,
  };
};

/** `post` is undefined where the comment has none, or the post no longer exists. */
export const presentComment = (
  view: CommentView,
  { id, username, displayName, avatarUrl, platform: where }: Account,
  post: PostView | undefined,
): Comment => ({
  id: view.id,
  accountId: view.accountId,
  postId: post?.id ?? null,
  platformPostId: view.platformPostId,
  platformCommentId: view.platformCommentId,
  platform: view.platform.toLowerCase(),
  author: view.author,
  content: view.content,
  createdAt: view.createdAt,
  platformCreatedAt: view.platformCreatedAt,
  isReply: view.parentCommentId !== null,
  parentCommentId: view.parentCommentId,
  replied: view.repliedAt !== null,
  ...(view.repliedAt !== null && { repliedAt: view.repliedAt }),
  ...(view.repliedAt !== null && view.ourReplyId !== null && { ourReplyId: view.ourReplyId }),
  permalinkUrl: view.permalinkUrl,
  account: { id, username, displayName, avatarUrl: avatarUrl ?? null, platform: where },
  ...(post && { post: presentPost(post) }),
});

/** The stored form of a comment, which hide and unhide answer. */
export const StoredComment = z
  .object({
    id: z.string(),
    accountId: z.string(),
    contactId: z.string().nullable().meta({ description: 'Null where the platform does not name the author' }),
    postId: z.string().nullable(),
    platform: Platform,
    platformPostId: z.string(),
    platformCommentId: z.string(),
    authorId: z.string(),
    authorUsername: z.string(),
    authorAvatarUrl: z.string().nullable(),
    content: z.string(),
    isReply: z.boolean(),
    parentCommentId: z.string().nullable(),
    replied: z.boolean(),
    repliedAt: z.string().nullable(),
    ourReplyId: z.string().nullable(),
    hidden: z.boolean(),
    hiddenAt: z.string().nullable(),
    platformCreatedAt: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'StoredComment' });
export type StoredComment = Readonly<z.infer<typeof StoredComment>>;

export const presentStored = ({ author, ...view }: CommentView): StoredComment => ({
  id: view.id,
  accountId: view.accountId,
  contactId: author.id === '' ? null : view.contactId,
  postId: view.postId,
  platform: view.platform,
  platformPostId: view.platformPostId,
  platformCommentId: view.platformCommentId,
  authorId: author.id,
  authorUsername: author.username,
  authorAvatarUrl: author.avatarUrl ?? null,
  content: view.content,
  isReply: view.parentCommentId !== null,
  parentCommentId: view.parentCommentId,
  replied: view.repliedAt !== null,
  repliedAt: view.repliedAt,
  ourReplyId: view.ourReplyId,
  hidden: view.hiddenAt !== null,
  hiddenAt: view.hiddenAt,
  platformCreatedAt: view.platformCreatedAt,
  createdAt: view.createdAt,
  updatedAt: view.updatedAt,
});
