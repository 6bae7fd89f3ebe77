import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { calendarPosts } from '../../../projections/calendar/calendar-posts.ts';

const given = specFor(calendarPosts);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'calendarPost-c1', workspaceId: 'w', at: at(minute) });
const content = {
  content: 'Hello',
  scheduledAt: null,
  mediaId: null,
  imageUrl: null,
  notes: null,
  arc: null,
  personaId: null,
};
const post = { calendarPostId: 'c1', accountId: 'a', platform: 'MASTODON', ...content, createdById: 'ann' } as const;

describe('the read model calendar_posts', () => {
  it('has each post of the calendar with its post', () =>
    given(event('CalendarPostCreated', post, in1(0)))
      .when(event('CalendarPostHandedOver', { calendarPostId: 'c1', postId: 'p1' }, in1(1)))
      .then({
        id: 'c1',
        workspace_id: 'w',
        status: 'PUBLISHING',
        platform: 'MASTODON',
        at: at(0),
        post_id: 'p1',
        view: {
          id: 'c1',
          accountId: 'a',
          platform: 'MASTODON',
          ...content,
          status: 'PUBLISHING',
          postId: 'p1',
          platformPostId: null,
          platformPostUrl: null,
          publishedAt: null,
          submittedById: null,
          decidedById: null,
          decisionNotes: null,
          createdById: 'ann',
          createdAt: at(0),
          updatedAt: at(1),
        },
      }));
});
