import { z } from 'zod';
import type { NativeObject, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { MayBeIt } from '../candidates.ts';
import { shaped } from '../shape.ts';
import { addressOf, id36, isLater, Listing, Thing, thingsIn, type RedditApi } from './api.ts';
import type { Submission } from './submission.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const pageSize = 100;
const pages = 5;
const skewMs = 60_000;

const submitted = async (api: RedditApi, context: RunContext, query: Record<string, string | number | undefined>) => {
  const path = `/user/${encodeURIComponent(context.account.username)}/submitted`;
  const reply = await api({ method: 'GET', path, query: { sort: 'new', ...query }, effect: 'read' }, context);
  return shaped(Listing, reply, 'read');
};

export const objectOf = (thing: Thing, kind: NativeObject['kind']): NativeObject => {
  const url = addressOf(thing.permalink);
  return { nativeId: thing.name, kind, ...defined({ url }) };
};

/** The person's newest post: everything a later submission makes comes after it. Empty for a person without posts. */
export const newestOf = async (api: RedditApi, context: RunContext): Promise<string> =>
  thingsIn(await submitted(api, context, { limit: 1 }))[0]?.name ?? '';

export type Sought = Readonly<{
  submission: Submission;
  /** ISO 8601, when it was sent at the earliest. */
  since: string;
  /** The newest post there was before, where that is remembered: surer than any clock. */
  newest?: string;
  mayBeIt: MayBeIt;
}>;

/**
 * Searches the person's own submissions, newest first; `too many` where the search did not reach
 * far enough back.
 */
export const seekPost = async (
  api: RedditApi,
  { submission, since, newest, mayBeIt }: Sought,
  context: RunContext,
): Promise<NativeObject | 'too many' | undefined> => {
  const oldest = Date.parse(since) - skewMs;
  let after: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const listing = await submitted(api, context, { limit: pageSize, after });
    for (const thing of thingsIn(listing)) {
      if (newest !== undefined && newest !== '' ? !isLater(thing.name, newest) : thing.created_utc * 1000 < oldest)
        return undefined;
      const same =
        thing.title === submission.title &&
        thing.subreddit?.toLowerCase() === submission.subreddit.toLowerCase() &&
        (thing.selftext ?? '').trim() === submission.body.trim();
      if (same && (await mayBeIt(thing.name))) return objectOf(thing, 'post');
    }
    after = listing.data.after ?? undefined;
    if (after === undefined) return undefined;
  }
  return 'too many';
};

const Discussion = z.tuple([Listing, Listing]);

/** Every comment of a tree, parents before their answers. */
const flattened = (listing: Listing): readonly Thing[] =>
  thingsIn(listing).flatMap((comment) => {
    const replies = Listing.safeParse(comment.replies).data;
    return [comment, ...(replies ? flattened(replies) : [])];
  });

export const commentsOf = async (api: RedditApi, post: string, context: RunContext): Promise<readonly Thing[]> => {
  const query = { sort: 'new', limit: 500, depth: 10 };
  const path = `/comments/${id36(post)}`;
  const [, comments] = shaped(Discussion, await api({ method: 'GET', path, query, effect: 'read' }, context), 'read');
  return flattened(comments);
};

/** Looks for the account's own comment right under a post. */
export const seekComment = async (
  api: RedditApi,
  { post, text, since }: Readonly<{ post: string; text: string; since: string }>,
  context: RunContext,
): Promise<NativeObject | undefined> => {
  const oldest = Date.parse(since) - skewMs;
  const found = (await commentsOf(api, post, context)).find(
    (comment) =>
      comment.author?.toLowerCase() === context.account.username.toLowerCase() &&
      comment.parent_id === post &&
      comment.body?.trim() === text.trim() &&
      comment.created_utc * 1000 >= oldest,
  );
  return found && objectOf(found, 'comment');
};
