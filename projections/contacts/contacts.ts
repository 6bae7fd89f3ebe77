import { contactEvents } from '../../domain/contacts/contact-events.ts';
import { searchWords } from '../../domain/contacts/search-words.ts';
import { contactView } from '../../domain/contacts/contact-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/**
 * One row a contact that was not deleted. `view` is what answers show; the other columns are what
 * lists, searches and the audiences of broadcasts filter and sort by.
 */
export type ContactRow = RowOf<typeof contacts>;

export const contacts = viewProjection({
  name: 'contacts',
  version: 2,
  description: 'Who wrote to the accounts of a workspace, and may be written to?',
  events: contactEvents,
  view: contactView,
  columns: {
    id: ['text', (_, { key }) => key, 'The contact'],
    workspace_id: ['text', ({ workspaceId }) => workspaceId, 'The workspace'],
    /** The platform's constant. */
    platform: ['text', ({ platform }) => platform, 'The platform'],
    account_id: ['text?', ({ accountId }) => accountId, 'The account that the person wrote to last'],
    tags: ['text[]', ({ tags }) => [...tags]],
    /** The words of the names, in lower case. */
    words: ['text[]', searchWords],
    last_seen_at: ['instant?', ({ lastSeenAt }) => lastSeenAt, 'When the person was last active'],
    last_inbound_at: ['instant?', ({ lastInboundAt }) => lastInboundAt, 'When the last direct message came in'],
    is_suppressed: ['boolean', ({ suppressedAt }) => suppressedAt !== null, 'Whether the person gets no messages'],
    created_at: ['instant', ({ createdAt }) => createdAt, 'When the contact was made'],
    view: ['json', (view) => view],
  },
  indexes: [
    'workspace_id, created_at desc, id desc',
    'workspace_id, platform, created_at desc, id desc',
    // The audiences of broadcasts: only people who were seen, and may be written to.
    'workspace_id, platform, id where last_seen_at is not null and not is_suppressed',
    'using gin (array_to_tsvector(words))',
    'using gin (tags)',
  ],
});
