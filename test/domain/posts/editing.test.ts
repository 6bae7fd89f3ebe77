import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';
import type { ApprovalGate } from '../../../domain/posts/approval.ts';
import { PostTimePlanned } from '../../../domain/posts/approval-events.ts';
import * as events from '../../../domain/posts/post-events.ts';
import { post } from '../../../domain/posts/post.ts';
import { specFor } from '../../support/spec.ts';
import { contentOf, created, due, now, postId, publishing, scheduled, toMastodon, toTwitter } from './a-post.ts';

const given = specFor(post);
const accounts = new Map<string, AccountFacts>();
const edit = { type: 'edit', changes: {}, accounts, now } as const;
const later = '2026-03-02T12:00:00.000Z';
const tooLong = 'x'.repeat(281);
const gate: ApprovalGate = { content: true, schedule: false, digest: (text) => `#${text}` };
const planned = PostTimePlanned({ scheduledFor: due });

const live = (postPlatformId: 'c-x' | 'c-m') =>
  events.DestinationPublished({
    postPlatformId,
    platformPostId: '9',
    publishedAt: now,
    objects: [{ nativeId: '9', kind: 'post' }],
  });
const published = [
  created(),
  publishing(),
  live('c-x'),
  live('c-m'),
  events.PostPublishingCompleted({ outcome: 'PUBLISHED', round: 1 }),
];

describe('a new post', () => {
  const create = {
    type: 'create',
    postId,
    content: contentOf(),
    destinations: [toTwitter, toMastodon],
    scheduledFor: null,
    saveAsDraft: true,
    accounts,
    createdById: null,
    now,
  } as const;

  it('has its destinations, and the calendar post that it was planned as', () => {
    given().when(create).then(created());
    given()
      .when({ ...create, calendarPostId: 'c-cal' })
      .then(events.PostCreated({ ...created().data, calendarPostId: 'c-cal' }));
  });

  it('is not scheduled in the past', () => {
    const scheduledFor = '2026-03-01T09:00:00.000Z';
    given()
      .when({ ...create, scheduledFor, saveAsDraft: false })
      .thenRefused('VALIDATION_ERROR', /in the past/, { field: 'scheduledFor', scheduledFor, now });
  });
});

describe('the end of a post', () => {
  it('is refused with the status that does not allow it', () => {
    const running = [created(), publishing()];
    given(...running)
      .when({ type: 'cancel', now })
      .thenRefused('CONFLICT', /publishing cannot be cancelled/, { status: 'publishing' });
    given(...running)
      .when({ type: 'delete', now })
      .thenRefused('CONFLICT', /publishing cannot be deleted/, { status: 'publishing' });
    given(...published)
      .when({ type: 'delete', now })
      .thenRefused('CONFLICT', /published cannot be deleted/, { status: 'published' });
    given(...running)
      .when(edit)
      .thenRefused('CONFLICT', /publishing cannot be edited/, { status: 'publishing' });
    given(created(), events.PostCancelled({}))
      .when({ type: 'cancel', now })
      .thenRefused('CONFLICT', /cancelled already/, { status: 'cancelled' });
  });

  it('comes once: a deleted post is deleted without a word, and not found for the rest', () => {
    const deleted = [created(), events.PostDeleted({})];
    given(...deleted)
      .when({ type: 'delete', now })
      .thenNothing();
    given(...deleted)
      .when(edit)
      .thenRefused('NOT_FOUND', /^Post/);
  });

  it('takes first comments that are due with it', () => {
    const due = events.FirstCommentDue({ postPlatformId: 'c-x', platform: 'TWITTER', dueAt: now });
    const partial = events.PostPublishingCompleted({ outcome: 'PARTIAL', round: 1 });
    given(created(), publishing(), partial, due)
      .when({ type: 'delete', now })
      .then(
        events.FirstCommentFailed({
          postPlatformId: 'c-x',
          error: { code: 'PUBLISH_ERROR', message: 'The post was deleted.' },
        }),
        events.PostDeleted({}),
      );
  });

  it('is the archive for a published one only', () => {
    given(...published)
      .when({ type: 'archive' })
      .then(events.PostArchived({}));
    given(created()).when({ type: 'archive' }).thenNothing();
  });
});

describe('the schedule of an edited post', () => {
  it('begins with the planned time, and moves to another', () => {
    given(created(), planned)
      .when({ ...edit, scheduledFor: due })
      .then(scheduled);
    given(created(), scheduled)
      .when({ ...edit, scheduledFor: later })
      .then(events.PostScheduled({ scheduledFor: later }));
    given(created(), scheduled)
      .when({ ...edit, scheduledFor: due })
      .thenNothing();
  });

  it('ends where the post is saved as a draft', () => {
    given(created(), scheduled)
      .when({ ...edit, saveAsDraft: true })
      .then(events.PostUnscheduled({}));
    given(created(), scheduled)
      .when({ ...edit, saveAsDraft: true, scheduledFor: null })
      .then(events.PostUnscheduled({}));
    for (const scheduledFor of [due, later])
      given(created(), scheduled)
        .when({ ...edit, saveAsDraft: true, scheduledFor })
        .then(events.PostUnscheduled({}), PostTimePlanned({ scheduledFor }));
  });

  it('is only planned for a draft that stays one', () => {
    given(created())
      .when({ ...edit, saveAsDraft: true, scheduledFor: due })
      .then(planned);
    given(created(), planned)
      .when({ ...edit, saveAsDraft: true, scheduledFor: null })
      .then(events.PostUnscheduled({}));
  });

  it('is kept by posts alone that break no rule of a platform', () => {
    const breaking = { ...edit, changes: { content: tooLong } };
    const broken = events.PostEdited({ changes: { content: tooLong } });
    given(created(), scheduled).when(breaking).thenRefused('VALIDATION_ERROR');
    given(created({ content: tooLong }))
      .when({ ...edit, scheduledFor: due })
      .thenRefused('VALIDATION_ERROR');
    given(created()).when(breaking).then(broken);
    given(created(), scheduled)
      .when({ ...breaking, scheduledFor: null })
      .then(broken, events.PostUnscheduled({}));
  });

  it('is kept by approved posts alone in a workspace that wants approvals', () => {
    const change = { ...edit, changes: { content: 'Other' }, gate };
    given(created(), scheduled)
      .when(change)
      .thenRefused('CONFLICT', /approved posts only/);
    given(created(), scheduled)
      .when({ ...edit, gate })
      .thenNothing();
    given(created())
      .when({ ...edit, gate, scheduledFor: due })
      .thenRefused('CONFLICT', /schedules approved posts only/);
    given(created())
      .when(change)
      .then(events.PostEdited({ changes: { content: 'Other' } }));
  });

  it('needs accounts that can be posted to', () => {
    const withoutPage = new Map([['c-acc-x', { platform: 'FACEBOOK', status: 'ACTIVE' } as const]]);
    given(created(), scheduled)
      .when({ ...edit, accounts: withoutPage, scheduledFor: later })
      .thenRefused('VALIDATION_ERROR');
    given(created())
      .when({ ...edit, accounts: withoutPage, changes: { content: 'Other' } })
      .thenTypes('PostEdited');
  });
});
