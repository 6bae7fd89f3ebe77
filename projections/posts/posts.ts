import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { postEvents } from '../../domain/posts/post-events.ts';
import { postView, type PostView } from '../../domain/posts/view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row a post. `view` is what clients see, with the whole state that it is folded from:
 * the next event is folded onto it without a read of the stream, and the webhook about an event uses
 * the same fold. A row of the clients' fields only would need a second fold with a state of its own.
 * The other columns are what lists filter and sort by.
 */
export type PostRow = {
  id: string;
  workspace_id: string;
  status: string;
  platforms: string[];
  account_ids: string[];
  scheduled_for: string | null;
  /** The time lists sort by: when it is or was scheduled, or first live where that was earlier, else created. */
  calendar_at: string;
  /** When its first copy went live. */
  published_at: string | null;
  created_at: string;
  view: PostView;
};

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

export const posts = projectionOf<PostRow>({
  name: 'posts',
  version: 8,
  description: 'Every post of a workspace as the API shows it.',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: {
      id: 'text',
      workspace_id: 'text',
      status: 'text',
      platforms: 'text[]',
      account_ids: 'text[]',
      scheduled_for: 'instant?',
      calendar_at: 'instant',
      published_at: 'instant?',
      created_at: 'instant',
      view: 'json',
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
  },
  published: {
    id: 'The post',
    workspace_id: 'The workspace',
    status: 'draft, scheduled, publishing, published, partial, failed, cancelled, unpublished, archived …',
    platforms: 'The platforms it goes to',
    account_ids: 'The accounts it goes to',
    scheduled_for: 'When it is or was to go out',
    published_at: 'When its first copy went live',
    created_at: 'When it was created',
  },
  on: onEach(postEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = postView.evolve(row?.view, event);
      if (!view) return undefined;
      const { post } = view;
      return {
        id: view.id,
        workspace_id: view.workspaceId,
        status: post.status,
        platforms: distinct(post.destinations.map(({ platform }) => platform)),
        account_ids: distinct(post.destinations.map(({ accountId }) => accountId)),
        scheduled_for: post.scheduledFor,
        calendar_at: calendarTime(view),
        published_at: view.publishedAt,
        created_at: view.createdAt,
        view,
      };
    },
  }),
});
