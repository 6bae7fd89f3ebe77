import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../ask.ts';
import type { ExecuteContext, Json } from '../n8n.ts';

type Post = Json &
  Readonly<{
    status: string;
    platforms: readonly Readonly<{ platform: string; error?: Readonly<{ message: string }> | null }>[];
  }>;

/** In these states a post stays until a person or program acts on it. */
const ended: ReadonlySet<string> = new Set(['published', 'partial', 'failed', 'cancelled', 'unpublished', 'archived']);

const firstWaitMs = 500;
const longestWaitMs = 5_000;

/** The post once each of its destinations has ended. */
export const outcomeOf = async (context: ExecuteContext, id: string, item: number): Promise<Json> => {
  const seconds = Number(context.getNodeParameter('timeout', item, 600));
  const giveUpAt = Date.now() + seconds * 1000;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 1.5, longestWaitMs)) {
    const post = await ask<Post>(context, `GET /v1/posts/${encodeURIComponent(id)}`);
    if (ended.has(post.status)) {
      if (post.status === 'published' || context.getNodeParameter('failUnlessPublished', item, true) === false)
        return post;
      const reasons = post.platforms.flatMap(({ platform, error }) => (error ? [`${platform}: ${error.message}`] : []));
      throw new Error([`The post is ${post.status}`, ...reasons].join('; '));
    }
    if (Date.now() + waitMs > giveUpAt) throw new Error(`The post is ${post.status} after ${seconds} seconds`);
    await pause(waitMs);
  }
};
