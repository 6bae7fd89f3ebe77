import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import type { ReplyBody } from '../../read-api/contract/endpoint.ts';
import { PostReply, Verdict } from '../../read-api/contract/post.ts';
import { parseInput, refuseUnstorable } from '../../read-api/contract/parse-input.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { createRequested } from './create-post.ts';
import { DryRun } from './dry-run.ts';
import { CreatePostRequest } from './post-request.ts';
import type { PostPorts } from './ports.ts';

const Result = z
  .object({
    index: z.int(),
    status: z.enum(['created', 'failed', 'valid']),
    postId: z.string().optional(),
    post: PostReply.optional(),
    validation: Verdict.optional(),
    error: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
      .optional(),
  })
  .meta({ id: 'BulkPostResult' });

/** A refusal as one of several results. */
export const refusalBody = ({ code, message, details }: Refused) => ({
  code,
  message,
  ...(details ? { details } : {}),
});

/** Creates up to fifty posts in the order sent, each independent of the others. */
export const bulkCreatePosts = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/bulk',
    id: 'bulkCreatePosts',
    summary: 'Create up to fifty posts, or try them with dryRun',
    description:
      'The posts are created in the order sent, each with its own result. The answer is 200 also where every post ' +
      'failed: `summary` counts them. A post that duplicates an earlier one of the request is refused like one that ' +
      'duplicates a stored post. A dry run writes nothing and refuses what creating refuses: duplicates, stored or ' +
      'inside the request, and more scheduled posts than the plan has places for. It also fails a draft that breaks a ' +
      "platform's rule, which creating stores with the errors in `validation`.",
    body: z.object({
      posts: z
        .array(z.unknown().meta({ override: { $ref: '#/components/schemas/CreatePostRequest' } }))
        .min(1)
        .max(50),
      options: z.object({ dryRun: z.boolean().optional() }).optional(),
      dryRun: z.boolean().optional(),
    }),
    items: { in: 'posts', each: () => CreatePostRequest },
    reply: z.object({
      results: z.array(Result),
      summary: z.object({ total: z.int(), created: z.int(), valid: z.int(), failed: z.int() }),
    }),
    idempotent: true,
    errors: ['VALIDATION_ERROR'],
    run: async ({ body }, context) => {
      const dryRun = body.options?.dryRun ?? body.dryRun ?? false;
      const trial = new DryRun(context, ports);
      const results: ReplyBody<typeof Result>[] = [];
      for (const [index, one] of body.posts.entries()) {
        const name = `bulk/${index}/`;
        try {
          const requested = itemFrom(one);
          if (dryRun) {
            results.push({ index, status: 'valid', ...(await trial.try(requested, name)) });
            continue;
          }
          const created = await createRequested(requested, context, ports, { name });
          results.push({ index, status: 'created', postId: created.id, post: created });
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          results.push({ index, status: 'failed', error: refusalBody(error) });
        }
      }
      const count = (status: string) => results.filter((result) => result.status === status).length;
      const summary = {
        total: results.length,
        created: count('created'),
        valid: count('valid'),
        failed: count('failed'),
      };
      return { body: { results, summary } };
    },
  });

const itemFrom = (value: unknown): CreatePostRequest => {
  const item = { value, code: 'VALIDATION_ERROR', whole: 'post' } as const;
  refuseUnstorable(item);
  return parseInput({ ...item, schema: CreatePostRequest });
};
