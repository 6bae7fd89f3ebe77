import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { PublishRun } from '../../../domain/platforms/publisher.ts';
import type { OpenedAccount, PublishingPorts } from '../../../processes/posts/ports.ts';
import { firstComments } from '../../../processes/posts/first-comments.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { contentOf } from '../../domain/posts/a-post.ts';
import { processSpec } from '../../support/process-spec.ts';

const postId = 'c0000000000000000000000001';
const postPlatformId = 'p1';
const dueAt = '2026-03-02T10:01:00.000Z';
const lookAt = '2026-03-02T10:02:00.000Z';
const due = event('FirstCommentDue', { postPlatformId, platform: 'MASTODON', dueAt });
const unknown = (send: string) =>
  event('DestinationSendOutcomeUnknown', {
    ...({ postPlatformId, send, key: 'k', attempt: 1, cause: 'no_answer', message: 'no answer', lookAt } as const),
  });
const failed = event('FirstCommentFailed', { postPlatformId, error: { code: 'PUBLISH_ERROR', message: 'no' } });

describe('first comments', () => {
  const given = processSpec(firstComments);
  const owed = { postId, postPlatformId };

  it('are owed after their delay, until they succeed or fail', () => {
    given(due).owes(owed).at(dueAt);
    given(due, failed).owesNothing();
  });

  it('wait for the platform only where their own outcome is unknown', () => {
    given(due, unknown('first-comment')).owes(owed).at(lookAt);
    given(due, unknown('post')).owes(owed).at(dueAt);
  });
});

describe('a first comment whose platform calls fail before the send', () => {
  const destination = { postPlatformId, platform: 'MASTODON', accountId: 'a1' } as const;
  const live: readonly Recorded[] = [
    event('PostCreated', {
      ...contentOf({ firstComment: 'First' }),
      postId,
      destinations: [destination],
      scheduledFor: null,
      createdById: null,
    }),
    event('PostPublishingStarted', {
      trigger: 'publish',
      round: 1,
      queued: [{ ...destination, dueAt, retry: 0 }],
    }),
    event('DestinationPublished', {
      postPlatformId,
      platformPostId: 'n1',
      publishedAt: dueAt,
      objects: [{ kind: 'post', nativeId: 'n1' }],
    }),
    due,
  ];
  const opened = {
    facts: {} as OpenedAccount['facts'],
    account: {} as OpenedAccount['account'],
    credentials: { accessToken: 't' },
    tokenVersion: 1,
  };

  /** Lets the comment fail this way until its process ends; answers when it was tried, and what was done about its token. */
  const failing = async (failure: () => PlatformError, renewed?: OpenedAccount) => {
    const tries: string[] = [];
    const tokens: string[] = [];
    const ports = {
      accounts: {
        open: async () => opened,
        renew: async () => {
          tokens.push('renewed');
          return renewed;
        },
        tokenDied: async () => void tokens.push('reported'),
      },
      publishers: () => ({
        comment: async (_target: unknown, _text: string, run: PublishRun) => {
          tries.push(run.now().toISOString());
          throw failure();
        },
      }),
      addSilence: undefined,
      claims: { claim: async () => true },
      onBug: (error: unknown) => expect.fail(String(error)),
    } as unknown as PublishingPorts;
    let events = live;
    const given = processSpec(firstComments);
    for (let round = 0; round < 10; round++) {
      const recorded = await given(...events).carriedOut(ports);
      if (!recorded) break;
      events = [...events, ...recorded];
    }
    return { tries: tries.map((at) => (Date.parse(at) - Date.parse(dueAt)) / 60_000), tokens, last: events.at(-1) };
  };
  const limit = (retryAfterSeconds?: number) => () =>
    new PlatformError('not_stored', 'PLATFORM_RATE_LIMIT', 'later', {
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  const unauthorized = () => new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'dead');

  it('is tried again after 2, 4 and 8 minutes, and then fails', async () => {
    const { tries, last } = await failing(limit());
    expect(tries).to.deep.equal([0, 2, 6, 14]);
    expect(last).to.include({ type: 'FirstCommentFailed' });
  });

  it('waits as long as the platform asks', async () => {
    expect((await failing(limit(600))).tries).to.deep.equal([0, 10, 20, 30]);
  });

  it('follows the ladder also where the platform cannot be understood', async () => {
    const { tries } = await failing(() => new PlatformError('unknown', 'PUBLISH_ERROR', 'HTTP 500'));
    expect(tries).to.deep.equal([0, 2, 6, 14]);
  });

  it('reports a dead token once, and renews it once where that is possible', async () => {
    const dead = await failing(unauthorized);
    expect(dead).to.deep.include({ tries: [0], tokens: ['renewed', 'reported'] });
    expect(dead.last).to.include({ type: 'FirstCommentFailed' });
    expect(await failing(unauthorized, { ...opened, tokenVersion: 2 })).to.deep.include({
      tries: [0, 0],
      tokens: ['renewed', 'reported'],
    });
  });
});
