import { expect } from 'chai';
import { calendarPostView } from '../../../domain/calendar/calendar-post-view.ts';
import { foldView } from '../../../domain/kernel/decider.ts';
import * as events from '../../../domain/calendar/calendar-post-events.ts';
import { calendarPost } from '../../../domain/calendar/calendar-post.ts';
import { specFor } from '../../support/spec.ts';

const meta = { occurredAt: '2026-01-05T09:00:00.000Z', workspaceId: 'w1' };
const viewOf = (...happened: readonly events.CalendarPostEvent[]) =>
  foldView(calendarPostView, happened.map((event) => ({ ...event, meta })) as never);

describe('a calendar post', () => {
  const given = specFor(calendarPost);
  const now = '2026-01-05T09:00:00.000Z';
  const empty = { scheduledAt: null, mediaId: null, imageUrl: null, notes: null, arc: null, personaId: null };
  const post = { calendarPostId: 'c1', accountId: 'a', platform: 'MASTODON' as const, content: 'Hello', ...empty };
  const created = events.CalendarPostCreated({ ...post, createdById: 'ann' });
  const submitted = events.CalendarPostSubmitted({ submittedById: 'ann' });
  const approved = events.CalendarPostApproved({ decidedById: 'bob', decisionNotes: 'Fine' });
  const decide = { type: 'decide-calendar-post', approved: true, by: 'bob', notes: 'Fine' } as const;
  const handOver = {
    type: 'hand-over-calendar-post',
    calendarPostId: 'c1',
    postId: 'p1',
    needsApproval: true,
  } as const;
  const handedOver = events.CalendarPostHandedOver({ calendarPostId: 'c1', postId: 'p1' });

  it('is planned for the future', () => {
    const create = { type: 'create-calendar-post', post: { ...post, createdById: 'ann' }, now } as const;
    given().when(create).then(created);
    given()
      .when({ ...create, post: { ...create.post, scheduledAt: now } })
      .thenRefused('VALIDATION_ERROR', /future/);
  });
  it('is submitted, and approved or rejected once', () => {
    given(created).when({ type: 'submit-calendar-post', by: 'ann' }).then(submitted);
    given(created).when(decide).thenRefused('CONFLICT');
    given(created, submitted).when(decide).then(approved);
    given(created, submitted)
      .when({ ...decide, approved: false })
      .then(events.CalendarPostRejected({ decidedById: 'bob', decisionNotes: 'Fine' }));
  });
  it('is deleted unless it is being published, and no sync brings it back', () => {
    const deleted = events.CalendarPostDeleted({});
    const remove = { type: 'delete-calendar-post' } as const;
    given(created, submitted).when(remove).then(deleted);
    given(created, deleted).when(remove).thenNothing();
    given(created, handedOver)
      .when(remove)
      .thenRefused('CONFLICT', /being published/);
    given(created, deleted).when({ type: 'submit-calendar-post', by: 'ann' }).thenRefused('NOT_FOUND');
    const { calendarPostId, accountId, platform, content } = post;
    const onPlatform = { platformPostId: '7', platformPostUrl: null, publishedAt: now };
    const found = { calendarPostId, accountId, platform, content, postId: null, ...onPlatform };
    given(created, deleted).when({ type: 'see-calendar-post', found }).thenNothing();
    given(created, deleted).when({ type: 'miss-calendar-post' }).thenNothing();
    expect(viewOf(created, deleted)).to.equal(undefined);
  });
  it('is a draft again once it is changed', () => {
    const change = { type: 'change-calendar-post', changes: { content: 'Other' }, now } as const;
    given(created, submitted, approved)
      .when(change)
      .then(events.CalendarPostChanged({ changes: { content: 'Other' } }));
    given(created, submitted, approved, events.CalendarPostChanged({ changes: { content: 'Other' } }))
      .when(handOver)
      .thenRefused('CONFLICT');
    given(created)
      .when({ ...change, changes: { content: 'Hello' } })
      .thenNothing();
    given(created, submitted)
      .when({ ...change, changes: {}, status: 'DRAFT' })
      .then(events.CalendarPostReopened({}));
    given(created)
      .when({ ...change, changes: {}, status: 'APPROVED' })
      .thenRefused('CONFLICT');
  });
  it('is handed over once, and approved before where that is required', () => {
    given(created).when(handOver).thenRefused('CONFLICT');
    given(created)
      .when({ ...handOver, needsApproval: false })
      .then(handedOver);
    given(created, submitted, approved).when(handOver).then(handedOver);
    given(created, submitted, approved, handedOver).when(handOver).thenRefused('CONFLICT');
  });
  it('is imported once, and follows what its platform has', () => {
    const found = {
      calendarPostId: 'c1',
      accountId: 'a',
      platform: 'MASTODON' as const,
      content: 'Hello',
      postId: null,
      platformPostId: '77',
      platformPostUrl: null,
      publishedAt: now,
    };
    const { platformPostId, platformPostUrl, publishedAt } = found;
    const see = { type: 'see-calendar-post', found } as const;
    const miss = { type: 'miss-calendar-post' } as const;
    const imported = events.CalendarPostImported(found);
    const seen = events.CalendarPostFound({ platformPostId, platformPostUrl, publishedAt });
    const published = events.CalendarPostSettled({ outcome: 'PUBLISHED' });
    given().when(see).then(imported);
    given(imported).when(see).thenNothing();
    given(imported).when(miss).then(events.CalendarPostUnpublished({}));
    given(imported, events.CalendarPostUnpublished({})).when(see).then(seen);
    given(created, handedOver, published).when(see).then(seen);
    given(created, handedOver).when(see).thenNothing();
    given(created).when(miss).thenNothing();
    given(imported)
      .when({ type: 'change-calendar-post', changes: { content: 'Other' }, now })
      .thenRefused('CONFLICT');
  });
  describe('follows its post', () => {
    const onPlatform = { platformPostId: '77', platformPostUrl: 'https://example.com/77', publishedAt: now };
    type Followed = Parameters<typeof events.CalendarPostFollowed>[0];
    const follow = (became: Followed['became'], revision: number, found: Followed['found'] = null) => ({
      postId: 'p1',
      became,
      revision,
      found,
    });
    const command = (step: Followed) => ({ type: 'follow-calendar-post', ...step }) as const;
    const change = { type: 'change-calendar-post', changes: { content: 'Other' }, now } as const;
    const failed = follow('FAILED', 5);
    const again = follow('PUBLISHING', 6);
    const published = follow('PUBLISHED', 9, onPlatform);

    it('through failure and retry, each step once and never back', () => {
      given(created, handedOver).when(command(failed)).then(events.CalendarPostFollowed(failed));
      const history = [created, handedOver, events.CalendarPostFollowed(failed)];
      given(...history)
        .when(command(again))
        .then(events.CalendarPostFollowed(again));
      given(...history)
        .when(command(follow('PUBLISHED', 4)))
        .thenNothing();
      given(...history, events.CalendarPostFollowed(published))
        .when(command(failed))
        .thenNothing();
      expect(viewOf(...history, events.CalendarPostFollowed(published))).to.include({
        status: 'PUBLISHED',
        ...onPlatform,
      });
    });
    it('so that it is a draft again when the post is cancelled or deleted', () => {
      const released = events.CalendarPostFollowed(follow('RELEASED', 3));
      given(created, submitted, approved, handedOver)
        .when(command(follow('RELEASED', 3)))
        .then(released);
      const history = [created, submitted, approved, handedOver, released];
      expect(viewOf(...history)).to.include({ status: 'DRAFT', postId: null, decidedById: null });
      given(...history)
        .when(change)
        .then(events.CalendarPostChanged({ changes: { content: 'Other' } }));
      given(...history)
        .when({ ...handOver, postId: 'p2', needsApproval: false })
        .then(events.CalendarPostHandedOver({ calendarPostId: 'c1', postId: 'p2' }));
      given(...history, events.CalendarPostHandedOver({ calendarPostId: 'c1', postId: 'p2' }))
        .when(command(failed))
        .thenNothing();
    });
    it('as it did before: settled by the first outcome', () => {
      expect(viewOf(created, handedOver, events.CalendarPostSettled({ outcome: 'PARTIAL' }))).to.include({
        status: 'PUBLISHED',
      });
    });
  });
});
