import { expect } from 'chai';
import fc from 'fast-check';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Places } from '../../../domain/posts/approval.ts';
import { placesOfApproved } from '../../../domain/posts/approved.ts';
import { PostApprovalVoided, PostHeldForApproval } from '../../../domain/posts/approval-events.ts';
import {
  PostCancelled,
  PostPaymentPaused,
  PostPaymentResumed,
  PostScheduled,
  PostUnscheduled,
} from '../../../domain/posts/post-events.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { duePosts } from '../../../processes/posts/due-posts.ts';
import type { Consistency } from '../../../commands/kernel/stream-cache.ts';
import type { ActContext } from '../../../processes/kernel/act-context.ts';
import type { PostsAtLarge } from '../../../processes/posts/posts-at-large.ts';

const at = '2026-01-05T09:00:00.000Z';
type State = Parameters<typeof duePosts.next>[0];

const after = (...events: readonly NewEvent[]): State | undefined =>
  events.reduce<State | undefined>(
    (state, event) => duePosts.evolve(state, event as unknown as Recorded, 'c1'),
    undefined,
  );
const nextAfter = (...events: readonly NewEvent[]) => {
  const state = after(...events);
  return state && duePosts.next(state);
};

describe('due posts', () => {
  const scheduled = PostScheduled({ scheduledFor: at });
  const paused = PostPaymentPaused({ reason: 'scheduled_post_limit' });
  const resumed = PostPaymentResumed({});

  it('wait for their time', () => {
    expect(nextAfter(scheduled)).to.deep.equal({ at, action: { postId: 'c1', at, pauses: 0 } });
    expect(nextAfter(scheduled, PostCancelled({}))).to.equal(undefined);
  });
  it('that are held back wait for nothing until they are let go, and then for the same time', () => {
    expect(nextAfter(scheduled, paused)).to.equal(undefined);
    expect(nextAfter(scheduled, paused, resumed)).to.deep.equal({ at, action: { postId: 'c1', at, pauses: 1 } });
  });
  it('are held back by a command of its own each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), (times) => {
        const rounds = Array.from({ length: times }, () => [paused, resumed]).flat();
        expect(nextAfter(scheduled, ...rounds)?.action.pauses).to.equal(times);
      }),
    );
  });
  it('that were paused or held send other commands when they are scheduled for the same time again', () => {
    const held = PostHeldForApproval({});
    for (const ended of [PostUnscheduled({}), PostApprovalVoided({ approval: 1, changed: ['content'] })]) {
      expect(after(scheduled, ended)).to.equal(undefined);
      expect(nextAfter(scheduled, held, scheduled, ended)).to.equal(undefined);
      expect(nextAfter(scheduled, held, scheduled, ended, scheduled)?.action.holds).to.equal(1);
      expect(nextAfter(scheduled, paused, resumed, ended)).to.equal(undefined);
      expect(nextAfter(scheduled, paused, resumed, ended, scheduled)?.action.pauses).to.equal(1);
    }
  });

  /** What is sent when a post is due in a workspace of this plan, seen now and known latest, with so many posts due before it. */
  const sentWith = async (seen: string, latest: string, ahead: number, latestAhead = ahead): Promise<string[]> => {
    const sent: string[] = [];
    const context = {
      workspaceId: 'w',
      now: () => new Date(at),
      load: async (_decider: unknown, _id: string, consistency?: Consistency) => ({
        state: { plan: consistency === 'latest' ? latest : seen, settings: {} },
      }),
      send: async (_decider: unknown, _id: string, command: { type: string }, { step }: { step: string }) => {
        sent.push(`${command.type} ${step}`);
        return { appended: 1 };
      },
    } as unknown as ActContext;
    const scheduledAhead: PostsAtLarge['scheduledAhead'] = async (_workspaceId, due, options) => {
      expect(due).to.deep.equal({ postId: 'c1', at });
      return options.latest ? latestAhead : ahead;
    };
    const posts = { scheduledCount: async () => 5_000, scheduledAhead } as unknown as PostsAtLarge;
    await duePosts.act({ postId: 'c1', at, pauses: 0 }, context, { posts });
    return sent;
  };

  it('go out while those before them leave a place of the plan, however many come after, and else are held back', async () => {
    expect(await sentWith('free', 'free', 9)).to.deep.equal([`dispatch dispatch/${at}`]);
    expect(await sentWith('free', 'free', 10)).to.deep.equal([`pause-for-payment pause/${at}/0`]);
    expect(await sentWith('agency', 'agency', 5_000)).to.deep.equal([`dispatch dispatch/${at}`]);
  });
  it('look up where they go only where they turn out to be approved', async () => {
    const facts: Readonly<Record<string, object>> = {
      a1: { status: 'connected', page: { id: 'page 1' } },
      a2: { status: 'disconnected', page: { id: 'page 2' } },
      a3: { status: 'connected' },
    };
    const sentFor = async (isApproved: boolean) => {
      const sent: (Places | undefined)[] = [];
      const loaded: string[] = [];
      const context = {
        workspaceId: 'w',
        now: () => new Date(at),
        load: async ({ category }: { category: string }, id: string) => {
          loaded.push(category);
          if (category === 'account') return { state: facts[id] };
          const destinations = Object.keys(facts).map((accountId) => ({ accountId }));
          return { state: category === 'post' ? { kind: 'existing', destinations } : { plan: 'agency', settings: {} } };
        },
        send: async (_decider: unknown, _id: string, { places }: { places?: Places }) => {
          sent.push(places);
          if (isApproved) placesOfApproved(places);
          return { appended: 1 };
        },
      } as unknown as ActContext;
      await duePosts.act({ postId: 'c1', at, pauses: 0 }, context, { posts: {} as PostsAtLarge });
      return { sent, loaded };
    };
    const plain = await sentFor(false);
    expect(plain.sent).to.deep.equal([undefined]);
    expect(new Set(plain.loaded)).to.deep.equal(new Set(['workspace']));
    expect((await sentFor(true)).sent).to.deep.equal([undefined, { a1: 'page 1', a3: null }]);
  });
  it('are never held back by a plan or a count that is not the latest', async () => {
    expect(await sentWith('free', 'agency', 11)).to.deep.equal([`dispatch dispatch/${at}`]);
    expect(await sentWith('free', 'free', 11, 9)).to.deep.equal([`dispatch dispatch/${at}`]);
  });
});
