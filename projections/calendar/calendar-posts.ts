import { calendarPostEvents } from '../../domain/calendar/calendar-post-events.ts';
import { calendarPostView, type CalendarPostView } from '../../domain/calendar/calendar-post-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type CalendarPostRow = {
  id: string;
  workspace_id: string;
  status: string;
  platform: string;
  /** When it is planned, else when it was created. */
  at: string;
  post_id: string | null;
  view: CalendarPostView;
};

export const calendarPosts = projectionOf<CalendarPostRow>({
  name: 'calendar_posts',
  version: 3,
  description: 'What is planned in the calendar of a workspace?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      status: 'text',
      platform: 'text',
      at: 'instant',
      post_id: 'text?',
      view: 'jsonb',
    },
    indexes: ['workspace_id, at desc, id desc'],
  },
  on: onEach(calendarPostEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = calendarPostView.evolve(row?.view, event);
      if (!view) return undefined;
      const { status, platform, postId: post_id, scheduledAt, createdAt } = view;
      const workspace_id = row?.workspace_id ?? event.meta.workspaceId;
      return { id, workspace_id, status, platform, at: scheduledAt ?? createdAt, post_id, view };
    },
  }),
});
