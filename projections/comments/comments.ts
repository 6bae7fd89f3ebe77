import { commentEvents } from '../../domain/comments/comment-events.ts';
import { commentView } from '../../domain/comments/comment-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/**
 * One row a comment that was not forgotten. `view` is what clients see; the other columns
 * are what lists filter and sort by.
 */
export type CommentRow = RowOf<typeof comments>;

export const comments = viewProjection({
  name: 'comments',
  version: 5,
  description: 'What did others write under the posts of a workspace?',
  events: commentEvents,
  view: commentView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id, 'The comment'],
    workspace_id: ['text', ({ workspaceId }) => workspaceId, 'The workspace'],
    account_id: ['text', ({ accountId }) => accountId, 'The account it was written to'],
    post_id: ['text?', ({ postId }) => postId, 'The post it belongs to'],
    /** The person whose key seals its words. */
    contact_id: ['text', ({ contactId }) => contactId],
    /** The platform's constant. */
    platform: ['text', ({ platform }) => platform, 'The platform'],
    replied: ['boolean', ({ repliedAt }) => repliedAt !== null, 'Whether it is answered, or marked so'],
    hidden: ['boolean', ({ hiddenAt }) => hiddenAt !== null, 'Whether it is hidden'],
    replied_at: ['instant?', ({ repliedAt }) => repliedAt, 'When it was answered, or marked so'],
    platform_created_at: ['instant', ({ platformCreatedAt }) => platformCreatedAt, 'When it was written'],
    view: ['json', (view) => view],
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
});
