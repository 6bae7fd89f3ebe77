import { mentionEvents } from '../../domain/mentions/mention-events.ts';
import { mentionView } from '../../domain/mentions/mention-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/** One row a mention that was not forgotten. */
export type MentionRow = RowOf<typeof mentions>;

export const mentions = viewProjection({
  name: 'mentions',
  version: 3,
  description: 'Where did others mention the accounts of a workspace?',
  events: mentionEvents,
  view: mentionView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    account_id: ['text', ({ accountId }) => accountId],
    /** The person whose key seals its words. */
    contact_id: ['text', ({ contactId }) => contactId],
    platform: ['text', ({ platform }) => platform],
    read: ['boolean', ({ read }) => read],
    hidden: ['boolean', ({ hiddenAt }) => hiddenAt !== null],
    platform_created_at: ['instant', ({ platformCreatedAt }) => platformCreatedAt],
    view: ['json', (view) => view],
  },
  indexes: [
    'workspace_id, hidden, platform_created_at desc, id desc',
    'workspace_id, hidden, account_id, platform_created_at desc, id desc',
    'workspace_id, hidden, platform_created_at desc, id desc where not read',
    'workspace_id, id',
    // What one person wrote.
    'contact_id',
  ],
});
