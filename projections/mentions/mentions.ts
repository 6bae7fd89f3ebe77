import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { mentionEvents } from '../../domain/mentions/mention-events.ts';
import { mentionView, type MentionView } from '../../domain/mentions/mention-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** One row a mention that was not forgotten. */
export type MentionRow = {
  id: string;
  workspace_id: string;
  account_id: string;
  /** The person whose key seals its words. */
  contact_id: string;
  platform: string;
  read: boolean;
  hidden: boolean;
  platform_created_at: string;
  view: MentionView;
};

export const mentions = projectionOf<MentionRow>({
  name: 'mentions',
  version: 3,
  description: 'Where did others mention the accounts of a workspace?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: {
      id: 'text',
      workspace_id: 'text',
      account_id: 'text',
      contact_id: 'text',
      platform: 'text',
      read: 'boolean',
      hidden: 'boolean',
      platform_created_at: 'instant',
      view: 'json',
    },
    indexes: [
      'workspace_id, hidden, platform_created_at desc, id desc',
      'workspace_id, hidden, account_id, platform_created_at desc, id desc',
      'workspace_id, hidden, platform_created_at desc, id desc where not read',
      'workspace_id, id',
      // What one person wrote.
      'contact_id',
    ],
  },
  on: onEach(mentionEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = mentionView.evolve(row?.view, event);
      return (
        view && {
          id: view.id,
          workspace_id: view.workspaceId,
          account_id: view.accountId,
          contact_id: view.contactId,
          platform: view.platform,
          read: view.read,
          hidden: view.hiddenAt !== null,
          platform_created_at: view.platformCreatedAt,
          view,
        }
      );
    },
  }),
});
