import { nextFreeSlot } from '../../../../domain/queues/slot-times.ts';
import { answered, api, type Schemas } from './api.ts';

type Post = Schemas['Post'];

/** The most posts of a queue that are looked at. */
const mostPosts = 1000;

const scheduledPosts = async (now: number): Promise<readonly Post[]> => {
  const posts: Post[] = [];
  let cursor: string | undefined;
  do {
    const from = new Date(now).toISOString();
    const query = { status: 'scheduled' as const, from, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const page = await answered(api.GET('/v1/posts', { params: { query } }));
    posts.push(...page.posts);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && posts.length < mostPosts);
  return posts;
};

export type QueueNow = Readonly<{
  schedule: Schemas['QueueScheduleOutput'];
  posts: readonly Post[];
  /** When it was looked at, in milliseconds since 1970. */
  now: number;
}>;

/** The slots of the week, and the posts that wait for their time. */
export const queueNow = async (): Promise<QueueNow> => {
  const now = Date.now();
  const [schedule, posts] = await Promise.all([answered(api.GET('/v1/queues', {})), scheduledPosts(now)]);
  return { schedule, posts, now };
};

/** A moment of the queue: of a slot, of a post, or of both. */
export type Place = Readonly<{ at: string; isSlot: boolean; post: Post | undefined }>;

const iso = (instant: number): string => new Date(instant).toISOString();

/**
 * The moments to come until `free` slots are found that no post has, with what is in them. The slots are those that the
 * service would give.
 */
export const upcomingSlots = ({ schedule, posts, now }: QueueNow, free: number): readonly Place[] => {
  const taken = posts.flatMap(({ scheduledFor }) => (scheduledFor === null ? [] : [Date.parse(scheduledFor)]));
  const found: number[] = [];
  let next = nextFreeSlot(schedule, now, taken);
  while (next !== undefined && found.length < free) {
    found.push(next);
    next = nextFreeSlot(schedule, next, taken);
  }
  const empty = found.map((at): Place => ({ at: iso(at), isSlot: true, post: undefined }));
  const full = posts.flatMap((post): readonly Place[] => {
    if (post.scheduledFor === null) return [];
    const at = Date.parse(post.scheduledFor);
    return [{ at: iso(at), isSlot: nextFreeSlot(schedule, at - 1, []) === at, post }];
  });
  return [...empty, ...full].toSorted((one, other) => one.at.localeCompare(other.at));
};
