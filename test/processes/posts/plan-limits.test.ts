import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import type { Plan } from '../../../domain/plans/plan.ts';
import { planLimits, recoveryWindowMs } from '../../../processes/posts/plan-limits.ts';
import type { PostsAtLarge } from '../../../processes/posts/posts-at-large.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { contentOf } from '../../domain/posts/a-post.ts';
import { processSpec } from '../../support/process-spec.ts';

const workspaceId = 'w';
const at = '2026-03-02T10:00:00.000Z';
const later = '2026-03-02T11:00:00.000Z';
const duePosts = { kind: 'process', id: 'due-posts' } as const;

const inWorkspace = { workspaceId, stream: `workspace-${workspaceId}`, at };
const created = event(
  'WorkspaceCreated',
  { workspaceId, name: 'W', slug: 'w', logo: null, plan: 'agency', mode: 'live', ownerId: 'u', settings: {} },
  inWorkspace,
);
const planChanged = (plan: Plan, time = at): Recorded =>
  event('WorkspacePlanChanged', { plan, graceUntil: null }, { ...inWorkspace, at: time });

/** The posts are due in the order of their numbers. */
const idOf = (number: number): string => `c${String(number).padStart(24, '0')}`;
const onPost = (number: number, time = at) => ({ workspaceId, stream: `post-${idOf(number)}`, at: time });
const scheduled = (number: number): readonly Recorded[] => [
  event(
    'PostCreated',
    { ...contentOf(), postId: idOf(number), destinations: [], scheduledFor: null, createdById: null },
    onPost(number),
  ),
  event('PostScheduled', { scheduledFor: '2026-03-03T10:00:00.000Z' }, onPost(number)),
];
const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const allScheduled = (from: number, to: number): readonly Recorded[] => numbers(from, to).flatMap(scheduled);
const started = (number: number, time = later): Recorded =>
  event('PostPublishingStarted', { trigger: 'due', queued: [], round: 1 }, onPost(number, time));
const pausedByDuePosts = (number: number): Recorded =>
  event('PostPaymentPaused', { reason: 'scheduled_post_limit' }, { ...onPost(number, later), actor: duePosts });

const statusAfter: Readonly<Record<string, string>> = {
  PostScheduled: 'scheduled',
  PostPaymentPaused: 'held',
  PostPaymentResumed: 'scheduled',
  PostPublishingStarted: 'gone',
  PostCancelled: 'gone',
  PostDeleted: 'gone',
  PostUnscheduled: 'gone',
};

/** The read model that these events leave. */
const postsAfter = (events: readonly Recorded[]): PostsAtLarge => {
  const posts = new Map<string, { status: string; since: string }>();
  for (const { type, stream, meta } of events) {
    const status = statusAfter[type];
    if (status) posts.set(partsOfStream(stream).id, { status, since: meta.occurredAt });
  }
  const idsWith = (wanted: string, since = ''): string[] =>
    [...posts].flatMap(([id, post]) => (post.status === wanted && post.since >= since ? [id] : [])).sort();
  return {
    publishedUntil: async () => [],
    firstPublishedAfter: async () => undefined,
    scheduledAhead: async () => 0,
    scheduledCount: async () => idsWith('scheduled').length,
    scheduledBeyond: async (_, kept, limit) => idsWith('scheduled').slice(kept, kept + limit),
    pausedSince: async (_, since, limit) => idsWith('held', since).slice(0, limit),
  };
};

describe('plan limits', () => {
  const given = processSpec(planLimits, workspaceId);

  /** The log after one round. */
  const afterRound = async (log: readonly Recorded[]): Promise<readonly Recorded[]> => {
    const recorded = await given(...log).carriedOut({ posts: postsAfter(log) });
    if (!recorded) throw new Error('no round is due');
    return [...log, ...recorded];
  };
  const settled = async (events: readonly Recorded[]): Promise<readonly Recorded[]> => {
    const log = await afterRound(events);
    given(...log).owesNothing();
    return log;
  };
  const heldIn = (log: readonly Recorded[]): Promise<readonly string[]> => postsAfter(log).pausedSince('w', '', 100);

  /** Twelve scheduled posts in a workspace whose plan allows ten. */
  const twelveOnFree = () => settled([created, ...allScheduled(1, 12), planChanged('free')]);

  it('hold back the posts that come last, and rest', async () => {
    expect(await heldIn(await twelveOnFree())).to.deep.equal([idOf(11), idOf(12)]);
  });

  it('let go what they hold back when the plan allows it', async () => {
    const log = await settled([...(await twelveOnFree()), planChanged('pro', later)]);
    expect(await heldIn(log)).to.deep.equal([]);
  });

  it('let go a post that is held back after the plan was raised', async () => {
    const log = [...(await settled([created, ...scheduled(1), planChanged('free'), planChanged('pro')]))];
    given(...log, pausedByDuePosts(1))
      .owes({ round: 1, changes: 1 })
      .at(later);
    expect(await heldIn(await settled([...log, pausedByDuePosts(1)]))).to.deep.equal([]);
  });

  for (const [name, freed] of [
    ['goes out', started(1)],
    ['is cancelled', event('PostCancelled', {}, onPost(1, later))],
    ['is deleted', event('PostDeleted', {}, onPost(1, later))],
    ['is a draft again', event('PostUnscheduled', {}, onPost(1, later))],
  ] as const)
    it(`let the next post go when one ${name}`, async () => {
      const log = await twelveOnFree();
      given(...log, freed)
        .owes({ round: 1, changes: 1 })
        .at(later);
      expect(await heldIn(await settled([...log, freed]))).to.deep.equal([idOf(12)]);
    });

  it('take in many freed places by one round', async () => {
    const log = await settled([...(await twelveOnFree()), started(1), started(2), started(3)]);
    expect(await heldIn(log)).to.deep.equal([]);
  });

  it('look again for a place that came free during a round', async () => {
    const log = [...(await twelveOnFree()), started(1)];
    const recorded = await given(...log).carriedOut({ posts: postsAfter(log) });
    const during = [...log, started(2), ...(recorded ?? [])];
    expect(await heldIn(during)).to.deep.equal([idOf(12)]);
    expect(await heldIn(await settled(during))).to.deep.equal([]);
  });

  it('look again for a place that came free while the first posts were held back', async () => {
    const log = [created, ...allScheduled(1, 12), planChanged('free')];
    const recorded = await given(...log).carriedOut({ posts: postsAfter(log) });
    const during = [...log, started(1), ...(recorded ?? [])];
    expect(await heldIn(await settled(during))).to.deep.equal([idOf(12)]);
  });

  it('rest after a round that changes nothing, while they still hold posts back', async () => {
    const log = [...(await twelveOnFree()), started(99)];
    const after = await settled(log);
    expect(after.slice(log.length).map(({ type }) => type)).to.deep.equal(['PlanLimitsApplied']);
    expect(await heldIn(after)).to.deep.equal([idOf(11), idOf(12)]);
  });

  it('never wake for a place in a workspace that holds nothing back', async () => {
    given(created, ...scheduled(1), started(1)).owesNothing();
    const log = await settled([created, ...allScheduled(1, 3), planChanged('free')]);
    given(...log, started(1)).owesNothing();
    const emptied = await settled([...(await twelveOnFree()), planChanged('pro', later)]);
    given(...emptied, started(1)).owesNothing();
  });

  it('forget posts that are held back beyond the recovery window', async () => {
    const late = new Date(Date.parse(at) + recoveryWindowMs + 1).toISOString();
    const log = await settled([...(await twelveOnFree()), started(1, late)]);
    expect(await heldIn(log)).to.have.lengthOf(2);
    given(...log, started(2, late)).owesNothing();
  });

  it('look once whether posts are held back where an older release did not record it', () => {
    const old = { plan: null, at, round: 3 };
    const state = planLimits.evolve(old, started(1), workspaceId);
    expect(state && planLimits.next(state)).to.deep.equal({ at: later, action: { round: 3, changes: 1 } });
    const round = { round: 3, plan: 'free', paused: 0, resumed: 0, more: false, held: false, changes: 1 } as const;
    const after = planLimits.evolve(state, event('PlanLimitsApplied', round, { workspaceId }), workspaceId);
    expect(after && planLimits.evolve(after, started(2), workspaceId)).to.equal(after);
  });
});
