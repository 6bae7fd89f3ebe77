import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import { statusOf } from '../../read-api/contract/refusal-status.ts';
import { commandIdFor } from '../kernel/deterministic-ids.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import type { Reply } from '../../read-api/contract/endpoint.ts';
import { parseInput, refuseUnstorable } from '../../read-api/contract/parse-input.ts';
import { refusalBody } from './bulk-posts.ts';
import { keysOf } from '../../domain/kernel/keys-of.ts';

/**
 * The operations of a batch, by the endpoint that executes them. Unpublish is excluded: it waits
 * for the platforms.
 */
const operations = {
  create: 'createPost',
  update: 'updatePost',
  delete: 'deletePost',
  cancel: 'cancelPost',
  publish: 'publishPost',
  retry: 'retryPost',
  fix: 'fixDestination',
  resolve: 'resolveDestination',
} as const;

const Operation = z
  .object({
    operation: z.enum(keysOf(operations)),
    id: z.string().max(64).optional().meta({ description: 'The post; absent for create' }),
    postPlatformId: z.string().max(64).optional().meta({ description: 'The destination, for fix and resolve' }),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description:
          "The body of the operation's own endpoint: CreatePostRequest for create, EditPostRequest for update",
        override: {
          anyOf: [
            { $ref: '#/components/schemas/CreatePostRequest' },
            { $ref: '#/components/schemas/EditPostRequest' },
            { type: 'object', additionalProperties: true },
          ],
        },
      }),
    callbackUrl: z.string().max(2048).optional().meta({ description: 'For publish: the value of X-Callback-Url' }),
  })
  .meta({ id: 'BatchOperation' });
type Operation = z.output<typeof Operation>;

const Result = z
  .object({
    index: z.int(),
    operation: z.string(),
    status: z.int().meta({ description: "The HTTP status of the operation's own endpoint" }),
    body: z
      .unknown()
      .optional()
      .meta({
        description: "What the operation's own endpoint answers: the post, or `success` for delete",
        override: {
          anyOf: [{ $ref: '#/components/schemas/Post' }, { type: 'object', additionalProperties: true }],
        },
      }),
    error: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
      .optional(),
  })
  .meta({ id: 'BatchResult' });

const stepOf = (operation: string, step: string | undefined): string =>
  step === undefined ? operation : `${operation}/${step}`;

/**
 * The request's context for one operation: it has its own commands and ids, which are the same when
 * the batch is resent.
 */
const contextOf = (context: WriteContext, step: string): WriteContext => ({
  caller: context.caller,
  now: context.now,
  meta: context.meta,
  signal: context.signal,
  commandId: commandIdFor(context.commandId, step),
  newId: (name) => context.newId(name === undefined ? undefined : `${step}/${name}`),
  handle: (decider, id, command, options = {}) =>
    context.handle(decider, id, command, { ...options, step: stepOf(step, options.step) }),
  preview: (decider, id, command, options = {}) =>
    context.preview(decider, id, command, { ...options, step: stepOf(step, options.step) }),
  load: (decider, id, options) => context.load(decider, id, options),
});

const parsed = (schema: z.ZodType | undefined, value: unknown, code: 'BAD_REQUEST' | 'VALIDATION_ERROR'): unknown => {
  if (!schema) return {};
  const input = { value, code, whole: 'body' };
  refuseUnstorable(input);
  return parseInput({ ...input, schema });
};

/** What the endpoint of an operation takes; anything where it takes none. */
const bodyOf = (endpoints: readonly WriteEndpoint[], item: unknown): z.ZodType => {
  const named = Operation.pick({ operation: true }).safeParse(item);
  const endpoint = named.success && endpoints.find(({ id }) => id === operations[named.data.operation]);
  return (endpoint ? endpoint.body : undefined)?.optional() ?? z.unknown();
};

const carryOut = (endpoint: WriteEndpoint, asked: Operation, context: WriteContext): Promise<Reply> => {
  const { id, postPlatformId, body = {}, callbackUrl } = asked;
  return endpoint.run(
    {
      params: parsed(endpoint.params, { id, postPlatformId }, 'BAD_REQUEST'),
      // Excludes what waits for the platforms: fifty such waits in a row would take too long for
      // one request.
      query: parsed(endpoint.query, {}, 'VALIDATION_ERROR'),
      body: parsed(endpoint.body, body, 'VALIDATION_ERROR'),
      header: (name) => (name === 'x-callback-url' ? callbackUrl : undefined),
    },
    context,
  );
};

/**
 * Executes up to fifty operations on posts, one after the other in the order sent. Each is
 * independent and is answered as by its own endpoint. A fault of the service ends the batch: when
 * it is resent with its Idempotency-Key, no operation is executed twice.
 */
export const batchPosts = (endpoints: readonly WriteEndpoint[]) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/batch',
    id: 'batchPosts',
    summary: 'Execute up to fifty operations on posts, in order, each with its own result',
    description:
      'Each of the 1 to 50 `operations` is `{operation, id?, postPlatformId?, body?, callbackUrl?}` with ' +
      'one of create, update, delete, cancel, publish, retry, fix and resolve. The answer is 200; ' +
      '`results[]` have the status and the body or error of the endpoint of that operation. They are ' +
      'executed in the order sent, each independent of the others. A fault of the service ends the ' +
      'request; repeating it with the same Idempotency-Key completes it. There is no sync and no ' +
      'unpublish, because both wait for platforms.',
    body: z.object({ operations: z.array(Operation).min(1).max(50) }),
    items: { in: 'operations', each: (item) => z.looseObject({ body: bodyOf(endpoints, item) }) },
    reply: z.object({
      results: z.array(Result),
      summary: z.object({ total: z.int(), succeeded: z.int(), failed: z.int() }),
    }),
    idempotent: true,
    errors: ['VALIDATION_ERROR'],
    run: async ({ body }, context) => {
      const results: z.input<typeof Result>[] = [];
      for (const [index, asked] of body.operations.entries()) {
        const { operation } = asked;
        const endpoint = endpoints.find(({ id }) => id === operations[operation]);
        if (!endpoint) throw new Error(`no endpoint handles ${operation}`);
        try {
          refuseUnstorable({ value: asked, code: 'VALIDATION_ERROR', whole: 'operation' });
          const reply = await carryOut(endpoint, asked, contextOf(context, `batch/${index}`));
          results.push({ index, operation, status: reply.status ?? endpoint.status ?? 200, body: reply.body });
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          results.push({ index, operation, status: statusOf(error), error: refusalBody(error) });
        }
      }
      const failed = results.filter(({ error }) => error !== undefined).length;
      return { body: { results, summary: { total: results.length, succeeded: results.length - failed, failed } } };
    },
  });
