import { useInfiniteQuery } from '@tanstack/preact-query';
import { answered, api, type Schemas } from './api.ts';
import { againMs, passesAfterMs, problemOf, useAsked } from './asked.ts';
import type { PlatformKey } from './platforms.ts';

type Post = Schemas['Post'];

export type PostFilter = Readonly<{ status: Post['status'] | ''; platform: PlatformKey | '' }>;

const limit = 100;

const page = ({ status, platform }: PostFilter, cursor?: string) =>
  answered(
    api.GET('/v1/posts', {
      params: {
        query: {
          limit,
          ...(cursor === undefined ? {} : { cursor }),
          ...(status === '' ? {} : { status }),
          ...(platform === '' ? {} : { platform }),
        },
      },
    }),
  );

type Page = Awaited<ReturnType<typeof page>>;

/** What was read before, as the newest page says it now: with what is new, and without what is gone. */
const merged = (newest: Page, read: readonly Post[]): readonly Post[] => {
  // The list is in the order of ids.
  const oldest = newest.posts.at(-1)?.id;
  return oldest === undefined ? [] : [...newest.posts, ...read.filter(({ id }) => id < oldest)];
};

/** The posts of a list so far. The newest page is read again and again; older ones are read once, when `more` asks. */
export const usePosts = (filter: PostFilter) => {
  const key = `posts/${filter.status}/${filter.platform}`;
  const newest = useAsked(key, () => page(filter), 5000);
  const read = useInfiniteQuery({
    queryKey: [`${key}/all`],
    queryFn: ({ pageParam }) => page(filter, pageParam),
    initialPageParam: newest.data?.nextCursor ?? undefined,
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    enabled: false,
    retry: (_, fault) => passesAfterMs(fault) !== undefined,
    retryDelay: (_, fault) => Math.max(againMs, passesAfterMs(fault) ?? 0),
  });
  const older = read.data?.pages.flatMap(({ posts }) => posts) ?? [];
  const end = read.data === undefined ? newest.data?.nextCursor : read.hasNextPage;
  return {
    posts: newest.data && merged(newest.data, older),
    problem: newest.problem ?? (read.failureReason ? problemOf(read.failureReason) : undefined),
    /** Whether older posts are on their way. */
    isMore: read.isFetching,
    more: (): void => {
      if (end && !read.isFetching) void read.fetchNextPage();
    },
  };
};
