import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import type { EventMeta, NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import { platforms } from '../../../domain/platforms/platform.ts';
import {
  DestinationFailed,
  DestinationPublished,
  DestinationRetryScheduled,
  DestinationSendStarted,
  DestinationSendSucceeded,
  PostCreated,
  PostPublishingCompleted,
  PostPublishingStarted,
  PostScheduled,
} from '../../../domain/posts/post-events.ts';

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
const dice = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const dayMs = 86_400_000;
const codes = ['RATE_LIMITED', 'TOKEN_EXPIRED', 'MEDIA_REJECTED', 'PLATFORM_UNAVAILABLE'] as const;

type Timed = Readonly<{ at: number; event: NewEvent }>;

/**
 * The life of one post: created, scheduled, and sent to a few platforms. Some sends fail, and some
 * of those are tried again.
 */
const postLife = (index: number, begin: number, roll: () => number): readonly Timed[] => {
  const postId = idFrom(begin, `generated/${index}`);
  const due = begin + Math.floor(roll() * 3 * dayMs);
  const at = (time: number): string => new Date(time).toISOString();
  const destinations = Array.from({ length: 1 + Math.floor(roll() * 3) }, (_, n) => ({
    postPlatformId: idFrom(begin, `generated/${index}/${n}`),
    platform: platforms[Math.floor(roll() * platforms.length)] ?? 'MASTODON',
    accountId: idFrom(0, `account/${n}`),
  }));
  const life: Timed[] = [
    {
      at: begin,
      event: PostCreated({
        postId,
        content: `Generated post ${index}`,
        contentType: 'TEXT',
        media: [],
        overrides: {},
        threadItems: [],
        firstComment: null,
        firstCommentDelay: 0,
        personaId: null,
        platformMetadata: {},
        metadata: {},
        destinations,
        scheduledFor: null,
        createdById: null,
      }),
    },
    { at: begin, event: PostScheduled({ scheduledFor: at(due) }) },
    {
      at: due,
      event: PostPublishingStarted({
        trigger: 'due',
        queued: destinations.map((one) => ({ ...one, dueAt: at(due), retry: 0 })),
        round: 1,
      }),
    },
  ];
  let [ended, live] = [due, 0];
  for (const { postPlatformId } of destinations) {
    let now = due + Math.floor(200 + roll() * 4_000);
    const on = { postPlatformId, send: 'post' };
    for (let attempt = 1; ; attempt++) {
      life.push({ at: now, event: DestinationSendStarted({ ...on, key: `${postPlatformId}/${attempt}`, attempt }) });
      now += Math.floor(100 + roll() * 2_000);
      if (roll() < 0.85) {
        const object = { nativeId: String(index), kind: 'post' as const };
        const publishedAt = at(now);
        life.push({ at: now, event: DestinationSendSucceeded({ ...on, object, foundByLook: false }) });
        life.push({
          at: now,
          event: DestinationPublished({
            postPlatformId,
            platformPostId: String(index),
            publishedAt,
            objects: [object],
          }),
        });
        live++;
        break;
      }
      const code = codes[Math.floor(roll() * codes.length)] ?? 'RATE_LIMITED';
      const error = { code, message: `Generated: ${code}` };
      if (attempt === 3 || roll() < 0.4) {
        life.push({ at: now, event: DestinationFailed({ postPlatformId, error, exhausted: attempt === 3 }) });
        break;
      }
      const dueAt = at(now + 60_000 * attempt);
      life.push({ at: now, event: DestinationRetryScheduled({ postPlatformId, retry: attempt, dueAt, error }) });
      now += 60_000 * attempt;
    }
    ended = Math.max(ended, now);
  }
  const outcome = live === destinations.length ? 'PUBLISHED' : live === 0 ? 'FAILED' : 'PARTIAL';
  life.push({ at: ended, event: PostPublishingCompleted({ outcome, round: 1 }) });
  return life;
};

/**
 * A made-up log of at least so many events, the same for the same seed: the posts of five
 * workspaces over two months.
 */
export function* generatedLog(events: number, seed = 1): Iterable<readonly Recorded[]> {
  const roll = dice(seed);
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  for (let [made, index] = [0, 0]; made < events; index++) {
    const life = postLife(index, start + Math.floor(roll() * 60 * dayMs), roll);
    const workspaceId = idFrom(0, `generated workspace/${index % 5}`);
    const [first] = life;
    const stream = `post-${(first?.event.data as { postId: string }).postId}`;
    yield life.map(({ at, event }, revision): Recorded => {
      const position = BigInt(++made);
      const meta: EventMeta = {
        workspaceId,
        mode: 'live',
        actor: { kind: 'system', id: 'generated' },
        $correlationId: stream,
        $causationId: stream,
        occurredAt: new Date(at).toISOString(),
      };
      return {
        ...event,
        id: `${stream}/${revision}`,
        stream,
        revision,
        position: { commit: position, prepare: position },
        meta,
      };
    });
  }
}
