import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { postEvents } from '../../domain/posts/post-events.ts';
import { postView, type PostView } from '../../domain/posts/view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/**
 * One row a post. `view` is what clients see, with the whole state that it is folded from:
 * the next event is folded onto it without a read of the stream, and the webhook about an event uses
 * the same fold. A row of the clients' fields only would need a second fold with a state of its own.
 * The other columns are what lists filter and sort by.
 */
export type PostRow = RowOf<typeof posts>;

/**
 * The SQL condition of posts for a platform. A list must use exactly the words of the index, and
 * each platform has its index.
 */
export const holdsPlatform = (platform: Platform): string => `platforms @> '{${platform}}'::text[]`;

/**
 * Most posts go to one account or two. A set for each event would cost more than the rest of the
 * row.
 */
const distinct = <T>(values: T[]): T[] => values.filter((value, index) => values.indexOf(value) === index);

/** When a post is in the calendar: its time, or that of its publication where it was published before its time. */
const calendarTime = ({ post: { scheduledFor }, publishedAt, createdAt }: PostView): string => {
  if (scheduledFor === null) return publishedAt ?? createdAt;
  return publishedAt !== null && publishedAt < scheduledFor ? publishedAt : scheduledFor;
};

export const posts = viewProjection({
  name: 'posts',
  version: 8,
  description: 'Every post of a workspace as the API shows it.',
  events: postEvents,
  view: postView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id, 'The post'],
    workspace_id: ['text', ({ workspaceId }) => workspaceId, 'The workspace'],
    status: [
      'text',
      ({ post }) => post.status,
      'draft, scheduled, publishing, published, partial, failed, cancelled, unpublished, archived …',
    ],
    platforms: [
      'text[]',
      ({ post }) => distinct(post.destinations.map(({ platform }) => platform)),
      'The platforms it goes to',
    ],
    account_ids: [
      'text[]',
      ({ post }) => distinct(post.destinations.map(({ accountId }) => accountId)),
      'The accounts it goes to',
    ],
    scheduled_for: ['instant?', ({ post }) => post.scheduledFor, 'When it is or was to go out'],
    /** The time lists sort by: when it is or was scheduled, or first live where that was earlier, else created. */
    calendar_at: ['instant', calendarTime],
    published_at: ['instant?', ({ publishedAt }) => publishedAt, 'When its first copy went live'],
    created_at: ['instant', ({ createdAt }) => createdAt, 'When it was created'],
    view: ['json', (view) => view],
  },
  indexes: [
    'workspace_id, id desc',
    'workspace_id, status, id desc',
    'workspace_id, calendar_at desc, id desc',
    'workspace_id, status, calendar_at desc, id desc',
    // One index a platform rather than one of arrays: only these keep a platform's posts in the
    // order of the list.
    ...platforms.map((platform) => `workspace_id, id desc where ${holdsPlatform(platform)}`),
    "workspace_id, published_at where status = 'published'",
    "workspace_id, scheduled_for where status in ('scheduled', 'payment_paused')",
  ],
});
