import type { NativePost } from '../platforms/community.ts';

/** An object that a post of this service has on a platform. */
export type OwnObject = Readonly<{
  postId: string;
  /** The calendar post that the post was created from. */
  calendarPostId: string | null;
  /** The first object of the post; further items of a thread are not. */
  isRoot: boolean;
}>;

/** A calendar post that is shown as published. */
export type PublishedPlan = Readonly<{
  id: string;
  /** Null until a sync has found it. */
  platformPostId: string | null;
  /** When it became what it is now. */
  changedAt: string;
  postId: string | null;
}>;

/** What the service knows of an account's posts. */
export type KnownPosts = Readonly<{
  /** By the id on the platform. */
  own: ReadonlyMap<string, OwnObject>;
  published: readonly PublishedPlan[];
  /** The posts that this service removed from the platform. */
  removed: ReadonlySet<string>;
  /** Whether a post of this service is being published on the account. */
  isPublishing: boolean;
}>;

type Found = Readonly<{ post: NativePost; postId: string | null; calendarPostId: string | null }>;

/** How long a platform may take to list a post. */
const listingMs = 60_000;
/** How long the publication of a post may take, from its send to its outcome in the log. */
const publishingMs = 3_600_000;

/**
 * Compares the posts that a platform lists with the calendar. `found` has what may be news, `missing` the calendar
 * posts that are gone. While a post is being published, an unknown object may be that post: it is left to the next
 * sync, so that no post is in the calendar twice.
 */
export const seenOnPlatform = (
  listed: readonly NativePost[],
  { own, published, removed, isPublishing }: KnownPosts,
  now: string,
): Readonly<{ found: readonly Found[]; missing: readonly string[]; unchanged: number }> => {
  const ids = new Set(listed.map(({ nativeId }) => nativeId));
  const seen = new Set(published.flatMap(({ platformPostId }) => platformPostId ?? []));
  const age = (moment: string): number => Date.parse(now) - Date.parse(moment);
  const roots = listed.filter(({ nativeId, createdAt }) => {
    const mine = own.get(nativeId);
    return mine ? mine.isRoot : !isPublishing || seen.has(nativeId) || age(createdAt) >= publishingMs;
  });
  const found = roots
    .filter(({ nativeId }) => !seen.has(nativeId))
    .map((post) => {
      const { postId = null, calendarPostId = null } = own.get(post.nativeId) ?? {};
      return { post, postId, calendarPostId };
    });
  const rootOf = new Map([...own].flatMap(([id, { postId, isRoot }]) => (isRoot ? [[postId, id] as const] : [])));
  const missing = published.filter(({ platformPostId, postId, changedAt }) => {
    const id = platformPostId ?? (postId === null ? undefined : rootOf.get(postId));
    if (id === undefined || ids.has(id)) return false;
    return platformPostId !== null || age(changedAt) >= listingMs || (postId !== null && removed.has(postId));
  });
  return { found, missing: missing.map(({ id }) => id), unchanged: roots.length - found.length };
};
