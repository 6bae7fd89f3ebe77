import { contactEvents } from '../../domain/contacts/contact-events.ts';
import { searchWords } from '../../domain/contacts/search-words.ts';
import { contactView, type ContactView } from '../../domain/contacts/contact-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row a contact that was not deleted. `view` is what answers show; the other columns are what
 * lists, searches and the audiences of broadcasts filter and sort by.
 */
export type ContactRow = {
  id: string;
  workspace_id: string;
  /** The platform's constant. */
  platform: string;
  /** The account that the person wrote to last. */
  account_id: string | null;
  tags: string[];
  /** The words of the names, in lower case. */
  words: string[];
  last_seen_at: string | null;
  last_inbound_at: string | null;
  is_suppressed: boolean;
  created_at: string;
  view: ContactView;
};

export const contacts = projectionOf<ContactRow>({
  name: 'contacts',
  version: 2,
  description: 'Who wrote to the accounts of a workspace, and may be written to?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      platform: 'text',
      account_id: 'text?',
      tags: 'text[]',
      words: 'text[]',
      last_seen_at: 'instant?',
      last_inbound_at: 'instant?',
      is_suppressed: 'boolean',
      created_at: 'instant',
      view: 'json',
    },
    indexes: [
      'workspace_id, created_at desc, id desc',
      'workspace_id, platform, created_at desc, id desc',
      // The audiences of broadcasts: only people who were seen, and may be written to.
      'workspace_id, platform, id where last_seen_at is not null and not is_suppressed',
      'using gin (array_to_tsvector(words))',
      'using gin (tags)',
    ],
  },
  published: {
    id: 'The contact',
    workspace_id: 'The workspace',
    platform: 'The platform',
    account_id: 'The account that the person wrote to last',
    last_seen_at: 'When the person was last active',
    last_inbound_at: 'When the last direct message came in',
    is_suppressed: 'Whether the person gets no messages',
    created_at: 'When the contact was made',
  },
  on: onEach(contactEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = contactView.evolve(row?.view, event);
      // An intent to write changes nothing of it.
      if (row && view === row.view) return row;
      return (
        view && {
          id,
          workspace_id: view.workspaceId,
          platform: view.platform,
          account_id: view.accountId,
          tags: [...view.tags],
          words: searchWords(view),
          last_seen_at: view.lastSeenAt,
          last_inbound_at: view.lastInboundAt,
          is_suppressed: view.suppressedAt !== null,
          created_at: view.createdAt,
          view,
        }
      );
    },
  }),
});
