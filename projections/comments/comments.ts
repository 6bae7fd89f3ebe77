import { commentEvents } from '../../domain/comments/comment-events.ts';
import { commentView, type CommentView } from '../../domain/comments/comment-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row a comment that was not forgotten. `view` is what clients see; the other columns
 * are what lists filter and sort by.
 */
export type CommentRow = {
  id: string;
  workspace_id: string;
  account_id: string;
  post_id: string | null;
  /** The person whose key seals its words. */
  contact_id: string;
  /** The platform's constant. */
  platform: string;
  replied: boolean;
  hidden: boolean;
  replied_at: string | null;
  platform_created_at: string;
  view: CommentView;
};

export const comments = projectionOf<CommentRow>({
  name: 'comments',
  version: 5,
  description: 'What did others write under the posts of a workspace?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: {
      id: 'text',
      workspace_id: 'text',
      account_id: 'text',
      post_id: 'text?',
      contact_id: 'text',
      platform: 'text',
      replied: 'boolean',
      hidden: 'boolean',
      replied_at: 'instant?',
      platform_created_at: 'instant',
      view: 'json',
    },
    indexes: [
      'workspace_id, account_id, platform_created_at desc, id desc',
      // Few comments wait for an answer, and most have one.
      'workspace_id, account_id, replied, platform_created_at desc, id desc',
      'workspace_id, post_id, platform_created_at desc, id desc where post_id is not null',
      'workspace_id, id',
      // The inbox of a workspace: hidden comments are few, and a list has either these or the others.
      'workspace_id, hidden, platform_created_at desc, id desc',
      'workspace_id, hidden, platform, platform_created_at desc, id desc',
      'workspace_id, hidden, replied, platform_created_at desc, id desc',
      'workspace_id, account_id, platform_created_at desc, id desc where hidden',
      'workspace_id, replied_at where replied_at is not null',
      'workspace_id, platform, replied',
      // What one person wrote.
      'contact_id, platform_created_at desc, id desc',
    ],
  },
  published: {
    id: 'The comment',
    workspace_id: 'The workspace',
    account_id: 'The account it was written to',
    post_id: 'The post it belongs to',
    platform: 'The platform',
    replied: 'Whether it is answered, or marked so',
    hidden: 'Whether it is hidden',
    replied_at: 'When it was answered, or marked so',
    platform_created_at: 'When it was written',
  },
  on: onEach(commentEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = commentView.evolve(row?.view, event);
      return (
        view && {
          id: view.id,
          workspace_id: view.workspaceId,
          account_id: view.accountId,
          post_id: view.postId,
          contact_id: view.contactId,
          platform: view.platform,
          replied: view.repliedAt !== null,
          hidden: view.hiddenAt !== null,
          replied_at: view.repliedAt,
          platform_created_at: view.platformCreatedAt,
          view,
        }
      );
    },
  }),
});
