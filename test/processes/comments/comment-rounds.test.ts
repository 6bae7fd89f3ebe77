import { expect } from 'chai';
import type { CommentsFound } from '../../../domain/comments/comment-reading.ts';
import { commentRounds, type CommentRoundPorts } from '../../../processes/comments/comment-rounds.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const given = processSpec(commentRounds, 'a1');
const at = (minutes: number): string =>
  new Date(Date.parse('2026-03-02T10:00:00.000Z') + minutes * 60_000).toISOString();
const of = { accountId: 'a1', platform: 'BLUESKY' } as const;

const profile = {
  ...of,
  connectionId: 'n1',
  nativeId: '1',
  username: 'u',
  displayName: 'U',
  tokenVersion: 1,
  connectedById: null,
};
const connected = event('AccountConnected', profile, { stream: 'account-a1', workspaceId: 'w1' });
const read = (startedAt: string, nextAt: string | null, more: { complete?: boolean; platform?: 'TWITTER' } = {}) =>
  event(
    'CommentsRead',
    { ...of, cause: 'request', startedAt, complete: true, posts: 1, synced: 0, errors: 0, nextAt, ...more },
    { stream: 'commentRound-r1', workspaceId: 'w1', at: startedAt },
  );
const published = (dueAt: string) =>
  event(
    'PostPublishingStarted',
    {
      queued: [{ postPlatformId: 'd1', platform: 'BLUESKY', accountId: 'a1', dueAt, retry: 0 }],
      trigger: 'due',
      round: 1,
    },
    { stream: 'post-p1', workspaceId: 'w1', at: dueAt },
  );
const disconnected = event(
  'AccountDisconnected',
  { ...of, reason: 'user_disconnected' },
  { stream: 'account-a1', workspaceId: 'w1' },
);
const reconnected = (moment: string) =>
  event('AccountReconnected', profile, { stream: 'account-a1', workspaceId: 'w1', at: moment });

const never = '1970-01-01T00:00:00.000Z';
const found = (more: Partial<CommentsFound> = {}): CommentsFound => ({
  posts: 1,
  errors: 0,
  news: [],
  more: false,
  nextAt: at(30),
  ...more,
});
const reading = (answer: CommentsFound): CommentRoundPorts & { asked: unknown[] } => {
  const asked: unknown[] = [];
  const commentsDue: CommentRoundPorts['commentReading']['commentsDue'] = async (_account, times) => {
    asked.push(times);
    return answer;
  };
  return { asked, commentReading: { commentsDue } };
};
const recorded = { type: 'record-reading', ...of, cause: 'schedule', startedAt: at(15) };

describe('rounds of comments', () => {
  it('begin with the first post of a connected account, and with a request for comments', () => {
    given(connected).owesNothing();
    given(connected, published(at(0)))
      .owes({ accountId: 'a1', at: at(15), readAt: never, round: 0 })
      .at(at(15));
    given(published(at(0))).owes({ accountId: 'a1', at: at(15), readAt: never, round: 0 });
    given(connected, read(at(0), at(15), { platform: 'TWITTER' })).owes({
      accountId: 'a1',
      at: at(15),
      readAt: at(0),
      round: 1,
    });
    given(connected, read(at(0), at(15)))
      .owes({ accountId: 'a1', at: at(15), readAt: at(0), round: 1 })
      .at(at(15));
  });
  it('are rare once a report of the platform has arrived, as long as the account is subscribed', () => {
    const on = { stream: 'account-a1', workspaceId: 'w1' };
    const checked = { ...of, checkedAt: at(1), nextCheckAt: null, source: '7' };
    const subscribed = (arrived: boolean) => event('AccountEventsSubscribed', { ...checked, arrived }, on);
    const lost = { ...checked, arrived: true, reason: 'refused', message: '', attempt: 1 } as const;
    const arrived = event('AccountEventsArrived', { ...of, source: '7' }, on);
    const often = [connected, read(at(0), at(15))];
    const round = { accountId: 'a1', at: at(15), readAt: at(0), round: 1 };
    given(...often, subscribed(false))
      .owes(round)
      .at(at(15));
    given(...often, subscribed(false), arrived)
      .owes(round)
      .at(at(360));
    given(...often, subscribed(false), arrived, subscribed(true))
      .owes(round)
      .at(at(360));
    given(...often, subscribed(true), event('AccountEventsNotSubscribed', lost, on))
      .owes(round)
      .at(at(15));
    given(connected, subscribed(false), arrived, published(at(0)))
      .owes({ ...round, readAt: never, round: 0 })
      .at(at(15));
  });
  it('read all posts at once when the platform had dropped the subscription', () => {
    const on = { stream: 'account-a1', workspaceId: 'w1' };
    const checked = { ...of, checkedAt: at(100), nextCheckAt: null, source: '7', arrived: true };
    const again = (platformDropped: boolean) =>
      event(
        'AccountEventsSubscribed',
        { ...checked, ...(platformDropped && { missedSince: at(1) }) },
        { ...on, at: at(100) },
      );
    const quiet = [connected, read(at(0), at(120))];
    given(...quiet, again(false))
      .owes({ accountId: 'a1', at: at(120), readAt: at(0), round: 1 })
      .at(at(360));
    given(...quiet, again(true))
      .owes({ accountId: 'a1', at: at(100), readAt: never, round: 1 })
      .at(at(100));
    given(connected, read(at(0), null), again(true)).owes({ accountId: 'a1', at: at(100), readAt: never, round: 1 });
    given(...quiet, again(true), disconnected).owesNothing();
  });
  it('come earlier for a new post, and begin again with one', () => {
    given(connected, read(at(0), at(360)), published(at(5)))
      .owes({ accountId: 'a1', at: at(20), readAt: at(0), round: 1 })
      .at(at(20));
    given(connected, read(at(0), null)).owesNothing();
    given(connected, read(at(0), null), published(at(5))).owes({
      accountId: 'a1',
      at: at(20),
      readAt: at(0),
      round: 1,
    });
    given(connected, read(at(0), at(60)), published(at(5)), read(at(4), at(60))).owes({
      accountId: 'a1',
      at: at(20),
      readAt: at(4),
      round: 2,
    });
  });
  it('pause while the account is disconnected', () => {
    given(connected, read(at(0), at(15)), disconnected).owesNothing();
    given(connected, read(at(0), at(15)), disconnected, published(at(5))).owesNothing();
    given(connected, read(at(0), at(15)), disconnected, reconnected(at(90))).owes({
      accountId: 'a1',
      at: at(15),
      readAt: at(0),
      round: 1,
    });
  });
  it('ask nothing of an account whose disconnection is under way', async () => {
    const ports = reading(found());
    await given(connected, read(at(0), at(15)))
      .missing(disconnected)
      .acting(ports)
      .sendsNothing();
    expect(ports.asked).to.deep.equal([]);
  });

  it('record new comments, and when the account is read next', async () => {
    const command = {
      ...({ type: 'receive-comment', commentId: 'c1', contactId: 'p1', postId: 'p1', ...of } as const),
      platformPostId: '77',
      platformCommentId: '88',
      author: { id: 'x', username: 'zoe' },
      content: 'Hi',
      parentCommentId: null,
      permalinkUrl: null,
      platformCreatedAt: at(1),
    };
    const ports = reading(found({ news: [{ command, isKnown: false }] }));
    const round = { ...recorded, posts: 1, synced: 1, errors: 0, complete: true, nextAt: at(30) };
    await given(connected, read(at(0), at(15)))
      .acting(ports)
      .sends(command, round);
    expect(ports.asked).to.deep.equal([{ readAt: at(0), now: at(15) }]);
  });
  it('read again what a failure left out', async () => {
    const failure = { kind: 'rate_limited', message: 'slow down', retryAfterSeconds: 7200 } as const;
    await given(connected, read(at(0), at(15)))
      .acting(reading(found({ errors: 1, failure, nextAt: at(135) })))
      .sends({
        ...recorded,
        posts: 1,
        synced: 0,
        errors: 1,
        complete: false,
        nextAt: at(135),
        failure: { kind: 'rate_limited', message: 'slow down' },
      });
    given(connected, read(at(0), at(15)), read(at(15), at(135), { complete: false })).owes({
      accountId: 'a1',
      at: at(135),
      readAt: at(0),
      round: 2,
    });
    given(connected, read(at(15), at(135), { complete: false })).owes({
      accountId: 'a1',
      at: at(135),
      readAt: new Date(0).toISOString(),
      round: 1,
    });
  });
});
