import type { Followed } from '../../domain/calendar/calendar-post-events.ts';
import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { processOf } from '../kernel/process.ts';

/** Where the post is on its platform. */
type OnPlatform = Readonly<{ platformPostId: string; platformPostUrl: string | null; publishedAt: string }>;

/** What became of the post, which its calendar post is to follow. */
type Step = Readonly<{ became: Followed; revision: number; found: OnPlatform | null }>;

/** A post that was created from a calendar post. `owed`: what its calendar post has not followed yet. */
type FollowedPost = Readonly<{
  calendarPostId: string;
  /** Until the hand-over is recorded: its request may have died, and may be sent again. */
  isHandedOver?: false;
  /** Absent until something is owed. */
  postId?: string;
  at: string;
  owed?: Step | undefined;
  found?: OnPlatform;
  /** Whether a publication has ended: the next one is news. */
  ended?: true;
}>;

type Follow = Readonly<{ calendarPostId: string; postId: string; step: Step }>;

const owing = (
  state: FollowedPost,
  became: Followed,
  { revision, stream, meta }: Recorded<PostEvent>,
  found: OnPlatform | null = null,
): FollowedPost => ({
  ...state,
  at: meta.occurredAt,
  postId: partsOfStream(stream).id,
  owed: { became, revision, found },
});

/** A request can be sent again with its Idempotency-Key for this long. */
const repeatedWithinMs = 24 * 60 * 60_000;

/** The post is gone, or was taken back: the calendar post is a draft again. */
const released = (state: FollowedPost | undefined, event: Recorded<PostEvent>): FollowedPost | undefined =>
  state && owing(state, 'RELEASED', event);

/**
 * Lets calendar posts follow their posts: through each publication, with where it is on its platform, and through
 * retries, removal, cancellation and deletion.
 */
export const calendarResults = processOf<FollowedPost, Follow>()({
  name: 'calendar-results',
  description: 'Lets calendar posts follow their posts through publication, retry, removal and deletion.',
  beginsByItself: true,
  on: {
    // A post can be published, or stopped, before its hand-over is recorded.
    PostCreated: (_, { data: { calendarPostId }, meta }) =>
      calendarPostId === undefined ? undefined : { calendarPostId, at: meta.occurredAt, isHandedOver: false },
    CalendarPostHandedOver: (state, { data: { calendarPostId }, meta }) => {
      const { isHandedOver: _recorded, ...rest } = state ?? { calendarPostId };
      return { ...rest, calendarPostId, at: meta.occurredAt };
    },
    PostPublishingStarted: (state, event) => (state?.ended ? owing(state, 'PUBLISHING', event) : state),
    DestinationPublished: (state, { data: { platformPostId, platformPostUrl = null, publishedAt } }) =>
      state && { ...state, found: { platformPostId, platformPostUrl, publishedAt } },
    PostPublishingCompleted: (state, event) => {
      if (!state) return undefined;
      const { outcome } = event.data;
      return { ...owing(state, outcome, event, outcome === 'FAILED' ? null : (state.found ?? null)), ended: true };
    },
    PostUnpublishCompleted: (state, event) =>
      state && event.data.outcome === 'unpublished' ? owing(state, 'UNPUBLISHED', event) : state,
    PostCancelled: released,
    PostDeleted: released,
    CalendarPostFollowed: (state, { data }) => {
      if (!state || data.became === 'RELEASED') return undefined;
      const { owed } = state;
      return owed && owed.revision > data.revision ? state : { ...state, owed: undefined };
    },
  },
  instancesOf: (event) =>
    event.type === 'CalendarPostHandedOver' || event.type === 'CalendarPostFollowed'
      ? event.data.postId
      : partsOfStream(event.stream).id,
  next: ({ calendarPostId, postId, owed, at, isHandedOver }) => {
    if (!owed || postId === undefined) return undefined;
    const action = { calendarPostId, postId, step: owed };
    if (isHandedOver === undefined) return { at, action };
    // A post that was dropped belongs to no calendar post, unless its request is sent again.
    const until = new Date(Date.parse(at) + repeatedWithinMs).toISOString();
    return owed.became === 'RELEASED' ? { at: until, action } : undefined;
  },
  act: async ({ calendarPostId, postId, step }, { load, send, endInstance }) => {
    const known = (await load(calendarPost, calendarPostId))?.state;
    if (known === undefined || known === 'deleted' || known.postId !== postId) return endInstance();
    // Followed by an earlier run: the event of that is on its way, and there may be more to follow.
    if (known.followed >= step.revision) return;
    const command = { type: 'follow-calendar-post', postId, ...step } as const;
    await send(calendarPost, calendarPostId, command, { step: `follow/${step.revision}` });
  },
});
