import { z } from 'zod';
import { at, IdempotencyKey, keyed, PostId, withQuery } from './fields.ts';
import { PostResult, WholeResult } from './results.ts';
import { tool, type Tool } from './tool.ts';

const OfPost = { postId: PostId, idempotencyKey: IdempotencyKey };

/** The tools of a post from the moment it goes out. */
export const publishingTools: readonly Tool[] = [
  tool({
    name: 'publish_post',
    title: 'Publish a post now',
    description:
      'Publishes a draft, scheduled, failed or partial post at once. With wait the answer has the outcome, where it comes ' +
      'within a minute; otherwise get_post has it later.',
    effect: 'publishes',
    calls: ['POST /v1/posts/:id/publish'],
    input: { ...OfPost, wait: z.boolean().optional() },
    output: PostResult,
    call: ({ postId, idempotencyKey: key, wait }, { rest }) => {
      const waiting = wait ? { sync: true, timeout: 60 } : {};
      return rest('POST', withQuery(at('/v1/posts', postId, '/publish'), waiting), keyed(key));
    },
  }),
  tool({
    name: 'retry_post',
    title: 'Retry a post',
    description: 'Queues the platforms a post has failed on again; never those it was published on.',
    effect: 'publishes',
    calls: ['POST /v1/posts/:id/retry'],
    input: OfPost,
    output: PostResult,
    call: ({ postId, idempotencyKey: key }, { rest }) => rest('POST', at('/v1/posts', postId, '/retry'), keyed(key)),
  }),
  tool({
    name: 'cancel_post',
    title: 'Cancel a post',
    description: 'Cancels a post that is not being sent. A cancelled post is not published any more.',
    effect: 'removes',
    calls: ['POST /v1/posts/:id/cancel'],
    input: OfPost,
    output: PostResult,
    call: ({ postId, idempotencyKey: key }, { rest }) => rest('POST', at('/v1/posts', postId, '/cancel'), keyed(key)),
  }),
  tool({
    name: 'unpublish_post',
    title: 'Remove a post from its platforms',
    description:
      'Removes every copy of a published post from its platforms, for good. The answer has the result by platform; some ' +
      'platforms have no delete, and are in unsupported_platforms.',
    effect: 'unpublishes',
    calls: ['POST /v1/posts/:id/unpublish'],
    input: OfPost,
    output: WholeResult,
    call: ({ postId, idempotencyKey: key }, { rest }) =>
      rest('POST', at('/v1/posts', postId, '/unpublish'), keyed(key)),
  }),
  tool({
    name: 'delete_post',
    title: 'Delete a post',
    description: 'Deletes a post that is not published. unpublish_post is for one that is.',
    effect: 'removes',
    calls: ['DELETE /v1/posts/:id'],
    input: { postId: PostId },
    output: WholeResult,
    call: ({ postId }, { rest }) => rest('DELETE', at('/v1/posts', postId)),
  }),
];
