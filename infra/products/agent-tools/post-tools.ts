import { z } from 'zod';
import {
  at,
  Cursor,
  Id,
  IdempotencyKey,
  keyed,
  Limit,
  PlatformName,
  PlatformNames,
  PostId,
  Time,
  withQuery,
} from './fields.ts';
import { postInput, withMedia } from './post-request.ts';
import { PostResult, PostsResult, VerdictResult, WholeResult } from './results.ts';
import { invalid, tool, type Tool } from './tool.ts';

const { content, accountIds, ...optional } = postInput;
const Version = Time.optional().describe('The updatedAt last seen: a post that was changed since is refused');

/** The tools of a post until it goes out. */
export const postTools: readonly Tool[] = [
  tool({
    name: 'list_posts',
    title: 'List posts',
    description: 'The posts of the workspace, newest first; within from and to the latest first.',
    effect: 'reads',
    calls: ['GET /v1/posts'],
    input: {
      status: z.string().max(40).optional().describe('draft, scheduled, publishing, published, partial, failed, …'),
      platform: PlatformName.optional(),
      from: Time.optional(),
      to: Time.optional(),
      limit: Limit,
      cursor: Cursor,
    },
    output: PostsResult,
    call: ({ limit = 20, ...query }, { rest }) => rest('GET', withQuery('/v1/posts', { ...query, limit })),
  }),
  tool({
    name: 'get_post',
    title: 'Get a post',
    description: 'A post with its status and what became of it on each platform.',
    effect: 'reads',
    calls: ['GET /v1/posts/:id'],
    input: { postId: PostId },
    output: PostResult,
    call: ({ postId }, { rest }) => rest('GET', at('/v1/posts', postId)),
  }),
  tool({
    name: 'validate_content',
    title: 'Validate content',
    description: 'What each platform would make of a text and its media: errors that block, warnings that advise.',
    effect: 'reads',
    calls: ['POST /v1/posts/validate'],
    input: { content, platforms: PlatformNames, mediaIds: z.array(Id).max(50).optional() },
    output: VerdictResult,
    call: (body, { rest }) => rest('POST', '/v1/posts/validate', { body }),
  }),
  tool({
    name: 'create_post',
    title: 'Create a post',
    description:
      'Creates a post as a draft, schedules it when scheduledFor is given, or puts it into the queue with queue.',
    effect: 'adds',
    calls: ['POST /v1/posts'],
    input: { ...postInput, idempotencyKey: IdempotencyKey },
    output: PostResult,
    call: async ({ idempotencyKey: key, ...given }, { rest }) => {
      const request = await withMedia(given, key, rest);
      return 'status' in request ? request : rest('POST', '/v1/posts', { body: request.body, ...keyed(key) });
    },
  }),
  tool({
    name: 'edit_post',
    title: 'Edit a post',
    description:
      'Changes a draft or scheduled post. Only the fields that are given change; media are replaced as a whole.',
    effect: 'changes',
    calls: ['PATCH /v1/posts/:id'],
    input: {
      postId: PostId,
      content: content.optional(),
      accountIds: accountIds.optional(),
      ...optional,
      version: Version,
    },
    output: PostResult,
    call: async ({ postId, ...given }, { rest }) => {
      const request = await withMedia(given, undefined, rest);
      return 'status' in request ? request : rest('PATCH', at('/v1/posts', postId), { body: request.body });
    },
  }),
  tool({
    name: 'schedule_post',
    title: 'Schedule a post',
    description:
      'Gives a draft or scheduled post a time: the one of scheduledFor, or with queue the next free slot of the queue.',
    effect: 'changes',
    calls: ['PATCH /v1/posts/:id'],
    input: {
      postId: PostId,
      scheduledFor: Time.optional(),
      queue: z.boolean().optional().describe('true: at the next free slot of the queue (get_queue)'),
      version: Version,
    },
    output: PostResult,
    call: ({ postId, ...body }, { rest }) =>
      (body.scheduledFor === undefined) === (body.queue !== true)
        ? Promise.resolve(invalid('scheduledFor', 'scheduledFor: give a time, or queue: true, and not both'))
        : rest('PATCH', at('/v1/posts', postId), { body }),
  }),
  tool({
    name: 'get_queue',
    title: 'Get the queue',
    description:
      'The weekly slots of the queue with their time zone; day 0 is Sunday. create_post and schedule_post use it.',
    effect: 'reads',
    calls: ['GET /v1/queues'],
    input: {},
    output: WholeResult,
    call: (_given, { rest }) => rest('GET', '/v1/queues'),
  }),
];
