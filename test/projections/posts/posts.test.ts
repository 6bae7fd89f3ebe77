import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { posts } from '../../../projections/posts/posts.ts';

const given = specFor(posts);

const stream = 'post-p1';
const at = '2026-03-01T10:00:00.000Z';
const scheduledFor = '2026-03-05T10:00:00.000Z';
const destination = (postPlatformId: string, accountId: string) =>
  ({ postPlatformId, platform: 'MASTODON', accountId }) as const;
const created = event(
  'PostCreated',
  {
    postId: 'p1',
    content: 'Hello',
    contentType: 'TEXT',
    media: [],
    overrides: {},
    threadItems: [],
    firstComment: null,
    firstCommentDelay: 0,
    personaId: null,
    platformMetadata: {},
    metadata: {},
    destinations: [destination('d1', 'a1'), destination('d2', 'a2')],
    scheduledFor: null,
    createdById: null,
  },
  { stream, at },
);
const started = event(
  'PostPublishingStarted',
  { queued: [{ ...destination('d1', 'a1'), dueAt: at, retry: 0 }], trigger: 'due', round: 1 },
  { stream },
);
const published = event(
  'DestinationPublished',
  { postPlatformId: 'd1', platformPostId: '1', publishedAt: '2026-03-05T10:00:07.000Z', objects: [] },
  { stream },
);

describe('the read model posts', () => {
  it('names each platform once and each account, and puts a draft at its creation', () =>
    given()
      .when(created)
      .then({
        id: 'p1',
        status: 'draft',
        platforms: ['MASTODON'],
        account_ids: ['a1', 'a2'],
        scheduled_for: null,
        calendar_at: at,
        published_at: null,
        created_at: at,
      }));

  it('puts a scheduled post at its time', () =>
    given(created)
      .when(event('PostScheduled', { scheduledFor }, { stream }))
      .then({ status: 'scheduled', scheduled_for: scheduledFor, calendar_at: scheduledFor }));

  it('puts a published post at its first copy that went live', () =>
    given(created, started, published)
      .when(event('PostPublishingCompleted', { outcome: 'PUBLISHED', round: 1 }, { stream }))
      .then({
        status: 'published',
        calendar_at: '2026-03-05T10:00:07.000Z',
        published_at: '2026-03-05T10:00:07.000Z',
      }));

  it('puts a post that was published before its time at its publication, and one that was late at its time', () => {
    const end = event('PostPublishingCompleted', { outcome: 'PUBLISHED', round: 1 }, { stream });
    const planned = (time: string) => event('PostScheduled', { scheduledFor: time }, { stream });
    const live = '2026-03-05T10:00:07.000Z';
    given(created, planned('2027-09-01T10:00:00.000Z'), started, published)
      .when(end)
      .then({ scheduled_for: '2027-09-01T10:00:00.000Z', calendar_at: live, published_at: live });
    given(created, planned(scheduledFor), started, published)
      .when(end)
      .then({ scheduled_for: scheduledFor, calendar_at: scheduledFor });
  });

  it('drops a deleted post', () =>
    given(created)
      .when(event('PostDeleted', {}, { stream }))
      .thenNoRows());
});
