import { answered, api, type Schemas } from './api.ts';
import { answers } from './asked.ts';
import type { Names } from './named.ts';
import { platformNames } from './platforms.ts';

type Post = Schemas['Post'];

/** What is shown at a time; more words find the others. */
const mostChoices = 20;
/** A search looks at so many posts, the newest ones. */
export const mostSearched = 1000;

/** People see it, or will. */
const isOut: ReadonlySet<Post['status']> = new Set(['published', 'partial', 'archived', 'publishing', 'scheduled']);

/** Where a post is: `Mastodon Bakery, Threads Bakery`. */
export const placesOf = ({ platforms }: Pick<Post, 'platforms'>, names: Names): string =>
  platforms
    .map(({ platform, accountId }) => `${platformNames[platform]} ${names.get(accountId)?.name ?? ''}`.trim())
    .join(', ');

/** Whether a post has all the words that were typed: in its texts, or in the names of where it is. */
export const hasWords = (post: Pick<Post, 'content' | 'threadItems' | 'platforms'>, typed: string, names: Names) => {
  const texts = [post.content, ...(post.threadItems ?? []).map(({ content }) => content), placesOf(post, names)];
  const all = texts.join(' ').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};

const pageAfter = (cursor: string | undefined) =>
  answers.fetchQuery({
    queryKey: [`posts to choose from/${cursor ?? ''}`],
    queryFn: () =>
      answered(
        api.GET('/v1/posts', { params: { query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) } } }),
      ),
    // The next letters search the same posts.
    staleTime: 60_000,
  });

/** The newest posts that are out and have these words. */
export const postsWith = async (typed: string, names: Names): Promise<readonly Post[]> => {
  const found: Post[] = [];
  let cursor: string | undefined;
  let searched = 0;
  do {
    const page = await pageAfter(cursor);
    found.push(...page.posts.filter((post) => isOut.has(post.status) && hasWords(post, typed, names)));
    searched += page.posts.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < mostChoices && searched < mostSearched);
  return found.slice(0, mostChoices);
};
