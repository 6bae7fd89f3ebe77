import { contactActivity, type ContactActivity } from '../../domain/contacts/contact-activity.ts';
import { contactEvents } from '../../domain/contacts/contact-events.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** Beside `contacts`, so that lists and audiences read no message. */
export type ContactActivityRow = { contact_id: string; workspace_id: string; activity: ContactActivity };

export const contactActivities = projectionOf<ContactActivityRow>({
  name: 'contact_activities',
  version: 1,
  description: 'Which messages did a contact write and get last?',
  table: {
    key: 'contact_id',
    columns: { contact_id: 'text', workspace_id: 'text', activity: 'json' },
  },
  on: onEach(contactEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, contact_id) => {
      const activity = contactActivity.evolve(row?.activity, event);
      return activity && { contact_id, workspace_id: event.meta.workspaceId, activity };
    },
  }),
});
