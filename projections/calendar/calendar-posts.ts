import { calendarPostEvents } from '../../domain/calendar/calendar-post-events.ts';
import { calendarPostView } from '../../domain/calendar/calendar-post-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type CalendarPostRow = RowOf<typeof calendarPosts>;

export const calendarPosts = viewProjection({
  name: 'calendar_posts',
  version: 3,
  description: 'What is planned in the calendar of a workspace?',
  events: calendarPostEvents,
  view: calendarPostView,
  columns: {
    id: ['text', (_, { key }) => key],
    workspace_id: ['text', (_, { workspaceId }) => workspaceId],
    status: ['text', ({ status }) => status],
    platform: ['text', ({ platform }) => platform],
    /** When it is planned, else when it was created. */
    at: ['instant', ({ scheduledAt, createdAt }) => scheduledAt ?? createdAt],
    post_id: ['text?', ({ postId }) => postId],
    view: ['jsonb', (view) => view],
  },
  indexes: ['workspace_id, at desc, id desc'],
});
