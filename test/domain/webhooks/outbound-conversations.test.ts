import { expect } from 'chai';
import * as broadcasts from '../../../domain/broadcasts/broadcast-events.ts';
import { CommentReceived, CommentReplied } from '../../../domain/comments/comment-events.ts';
import { ContactSuppressed, ContactUnsuppressed } from '../../../domain/contacts/contact-events.ts';
import { InboundMessageReceived } from '../../../domain/contacts/inbound-message.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { MentionReceived } from '../../../domain/mentions/mention-events.ts';
import { ReviewReceived } from '../../../domain/reviews/review-events.ts';
import * as enrollments from '../../../domain/sequences/enrollment-events.ts';
import { conversationTypes, WebhookEventType } from '../../../domain/webhooks/event-types.ts';
import { bodyOf, publishedAs } from '../../../domain/webhooks/outbound-events.ts';
import { minute, stored } from './history.ts';

const seen = new Set<string>();

/** The bodies of the last event of a stream, by type. */
const reported = (stream: string, ...events: readonly NewEvent[]) => {
  const history = stored(stream, ...events.map((event) => [event]));
  const event = history.at(-1);
  if (!event) throw new Error('a story has events');
  return publishedAs(event).map((type) => {
    seen.add(type);
    const body = bodyOf(type, event, history) as { event: string; data: object };
    expect(body.event).to.equal(type);
    return [type, body.data];
  });
};
const of = { accountId: 'a1', contactId: 'p1' };
const writtenAt = { permalinkUrl: null, platformCreatedAt: minute(0) };

describe('outbound conversation events', () => {
  it('tell comments, replies, mentions and reviews', () => {
    const comment = {
      ...of,
      ...writtenAt,
      commentId: 'c1',
      postId: 'x1',
      platform: 'BLUESKY' as const,
      platformPostId: '77',
      platformCommentId: '88',
      parentCommentId: null,
      content: 'Hi',
    };
    const author = { id: '9', username: 'zoe' };
    const received = CommentReceived({ ...comment, author: { ...author, avatarUrl: 'https://a.example/z.png' } });
    expect(reported('comment-c1', received)).to.deep.equal([['comment.received', { ...comment, author }]]);
    const replied = CommentReplied({ commentId: 'c1', attempt: 't', replyId: '99', replyUrl: null });
    expect(reported('comment-c1', received, replied)).to.deep.equal([
      [
        'comment.replied',
        { commentId: 'c1', accountId: 'a1', postId: 'x1', platform: 'BLUESKY', replyId: '99', replyUrl: null },
      ],
    ]);
    const mention = {
      ...of,
      ...writtenAt,
      mentionId: 'm1',
      platform: 'FACEBOOK' as const,
      platformMentionId: '5',
      platformMediaId: null,
      authorId: '9',
      authorUsername: 'zoe',
      content: null,
    };
    expect(reported('mention-m1', MentionReceived(mention))).to.deep.equal([
      ['mention.received', { ...mention, postId: null }],
    ]);
    const review = {
      reviewId: 'r1',
      accountId: 'a1',
      platformReviewId: '5',
      reviewerName: 'Zoe',
      rating: 4,
      content: null,
      locationPath: 'locations/1',
      locationName: null,
      platformCreatedAt: minute(0),
    };
    const reviewed = ReviewReceived({ ...review, contactId: 'p1', reviewerAvatarUrl: null });
    expect(reported('review-r1', reviewed)).to.deep.equal([['review.received', review]]);
  });

  it('tell messages and the consent of contacts', () => {
    const message = { messageId: 'm1', accountId: 'a1', text: 'Hi', receivedAt: minute(0) };
    const received = InboundMessageReceived({ ...message, personId: 'p1', platformMessageId: '5' });
    expect(reported('contact-p1', received)).to.deep.equal([['message.received', { contactId: 'p1', ...message }]]);
    expect(reported('contact-p1', ContactSuppressed({ reason: 'STOP_KEYWORD' }))).to.deep.equal([
      ['contact.suppressed', { contactId: 'p1', reason: 'STOP_KEYWORD' }],
    ]);
    expect(reported('contact-p1', ContactUnsuppressed({}))).to.deep.equal([
      ['contact.unsuppressed', { contactId: 'p1' }],
    ]);
  });

  it('tell the ends of broadcasts and enrollments', () => {
    const broadcastId = 'b1';
    const created = broadcasts.BroadcastCreated({
      broadcastId,
      name: 'Sale',
      messageTemplate: 'Hi',
      platforms: ['FACEBOOK'],
      sender: null,
      segmentRules: {},
    });
    const started = broadcasts.BroadcastSendingStarted({
      broadcastId,
      audienceId: 'x',
      contacts: 7,
      batches: 1,
      position: '1',
      startedAt: minute(1),
    });
    const sent = broadcasts.BroadcastSent({ broadcastId, round: 1 });
    expect(reported('broadcast-b1', created, started, sent)).to.deep.equal([
      ['broadcast.finished', { broadcastId, name: 'Sale', status: 'SENT', totalContacts: 7, round: 1 }],
    ]);
    const error = { code: 'NO_ELIGIBLE_CONTACTS', message: 'No contact is eligible' };
    expect(reported('broadcast-b1', created, broadcasts.BroadcastSendRefused(error))).to.deep.equal([
      ['broadcast.failed', { broadcastId, name: 'Sale', status: 'FAILED', error }],
    ]);

    const who = { enrollmentId: 'e1', contactId: 'p1' };
    const on = { sequenceId: 's1', platform: 'INSTAGRAM' as const };
    const begun = enrollments.EnrollmentStarted({ ...who, ...on, round: 1, nextRunAt: null });
    const ended = (event: NewEvent) => reported('enrollment-e1', begun, event)[0]?.[1];
    const data = { ...who, ...on };
    expect(ended(enrollments.EnrollmentCompleted(who))).to.deep.equal({ ...data, status: 'COMPLETED', reason: null });
    expect(ended(enrollments.EnrollmentExited({ ...who, reason: 'REPLY' }))).to.deep.equal({
      ...data,
      status: 'EXITED',
      reason: 'REPLY',
    });
    expect(ended(enrollments.EnrollmentFailed({ ...who, code: 'PUBLISH_ERROR', reason: 'No' }))).to.deep.equal({
      ...data,
      status: 'FAILED',
      reason: 'PUBLISH_ERROR',
    });
  });

  it('are all of the documented ones, and asked for by their names only', () => {
    expect([...seen].sort()).to.deep.equal([...conversationTypes].sort());
    expect(['*', 'comment.*', ''].some((name) => WebhookEventType.safeParse(name).success)).to.equal(false);
  });
});
