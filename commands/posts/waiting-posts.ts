import { z } from 'zod';
import { postStatuses, type PostStatus } from '../../domain/posts/values.ts';
import { success, Success } from '../../read-api/contract/success.ts';

/** How many waiting posts an answer names. */
export const maxWaitingNamed = 20;

export type WaitingPost = Readonly<{ id: string; status: PostStatus; scheduledFor: string | null }>;

/** The posts that wait with a file or for an account, those due first in front: at most `limit`. */
export type WaitingPostsOf = (workspaceId: string, id: string, limit: number) => Promise<readonly WaitingPost[]>;

/** The answer to a deletion that leaves posts without what they need. */
export const DeletionReply = Success.extend({
  waitingPosts: z
    .array(z.object({ id: z.string(), status: z.enum(postStatuses), scheduledFor: z.string().nullable() }))
    .optional()
    .meta({ description: 'Posts that wait with what was deleted and fail without it; absent without such posts' }),
  moreWaitingPosts: z
    .literal(true)
    .optional()
    .meta({ description: `There are more than ${maxWaitingNamed}` }),
});

/** Asks for one post more than is named, to know whether there are more. */
export const deletionReply = async (
  postsOf: (limit: number) => Promise<readonly WaitingPost[]>,
): Promise<z.input<typeof DeletionReply>> => {
  const waiting = await postsOf(maxWaitingNamed + 1);
  if (waiting.length === 0) return success;
  return {
    ...success,
    waitingPosts: waiting.slice(0, maxWaitingNamed),
    ...(waiting.length > maxWaitingNamed && { moreWaitingPosts: true as const }),
  };
};
