import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { type Client, hasEnded, type PostBody } from '../support/service-client.ts';

/** Advances the clock while posts wait for their next look or retry; answers them all when all have ended. */
export const ending = async (client: Client, count: number): Promise<PostBody[]> => {
  let posts: PostBody[] = [];
  let waitedSince = performance.now();
  let ended = -1;
  await until(
    `all ${count} posts have ended`,
    async () => {
      await pause(100);
      posts = await client.posts();
      const now = posts.filter(hasEnded).length;
      if (now !== ended) [ended, waitedSince] = [now, performance.now()];
      // What is left waits on the clock: for a look at the platform, or for a retry.
      else if (performance.now() - waitedSince > 3_000) {
        await client.advance(60);
        waitedSince = performance.now();
      }
      return posts.length === count && posts.every(hasEnded);
    },
    180_000,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(posts.filter((post) => !hasEnded(post)).slice(0, 3))}`);
  });
  return posts;
};
