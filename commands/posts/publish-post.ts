import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { unpublishReport } from '../../domain/posts/unpublish-report.ts';
import type { PostView } from '../../domain/posts/view.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { requireAllowedPlatforms, approvalGate } from './workspace-rules.ts';
import type { PostPorts } from './ports.ts';
import { PostReply, presentPost } from '../../read-api/contract/post.ts';
import { loadPost, present, viewOf } from './present.ts';
import { defined } from '../../domain/kernel/defined.ts';

const Named = z.object({ id: Id });
const OfPlatform = z.object({ id: Id, postPlatformId: Id });

const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((text) => text === 'true' || text === '1')
  .meta({ override: { type: 'boolean' } });

/** Waits until the post fulfils a condition, for a limited time; answers the post of that moment. */
const waitFor = async (
  now: PostView,
  { seconds, wanted }: Readonly<{ seconds: number; wanted: (view: PostView) => boolean }>,
  context: WriteContext,
  { waiter }: PostPorts,
): Promise<{ view: PostView; ended: boolean }> => {
  if (wanted(now)) return { view: now, ended: true };
  const { id } = now;
  const read = async () => (await loadPost(id, context)).view;
  const view = await waiter.until(id, seconds * 1000, wanted, read);
  return { view, ended: wanted(view) };
};

/** The accounts of a post, read from the log. */
export const accountsOf = ({ post: { destinations } }: PostView, context: WriteContext, { directory }: PostPorts) =>
  directory.accounts(
    destinations.map(({ accountId }) => accountId),
    context,
  );

const publishPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/:id/publish',
    id: 'publishPost',
    summary: 'Publish now; with sync=true the answer waits for the outcome',
    description: bulleted(
      'Publishes now. With sync=true the answer waits up to `timeout` seconds (1 to 120, 30 by default) for the end of the run. After that it is 202 with the post.',
      [
        'A failed or partial post may be published again. The run takes every destination that is neither published nor exhausted nor of unknown outcome. It starts at once and does not count as a retry.',
        '409 CONFLICT: no destination is left to publish.',
        '409 CONFLICT, `details.reason` approval_required: the workspace has `require_approval` with `approve_content`, and the post is not approved. With `approve_schedule` also: the post is approved for a later time.',
        'X-Callback-Url gets one signed delivery when the run ends, with the retries of webhooks: the post.published or post.failed that a webhook gets, in the same envelope.',
        'A repeat with the same Idempotency-Key gets the first answer, also a 202 with the post of that moment. GET /v1/posts/:id shows its end.',
        'While a destination is sent or retried, its status is `pending` with `nextAttemptAt` and `retryCount`. Between retries by the service it has the last `error`.',
        'Destinations of a disconnected account are skipped.',
        'A scheduled post that is due without the approval becomes a draft with its time. So does a post whose account has selected another page, organization or location since its approval began.',
        'The settings for approvals act on plans with approvals: pro and agency.',
      ],
    ),
    params: Named,
    query: z.object({
      sync: flag.optional(),
      timeout: z.coerce.number().int().min(1).max(120).default(30).meta({ description: 'Seconds to wait with sync' }),
    }),
    reply: PostReply,
    idempotent: true,
    errors: ['VALIDATION_ERROR', 'PLATFORM_RESTRICTED', 'NOT_FOUND', 'CONFLICT'],
    run: async ({ params, query, header }, context) => {
      const callbackUrl = header('x-callback-url');
      if (callbackUrl !== undefined && !ports.isPublicHttpsUrl(callbackUrl)) {
        throw new Refused(
          'VALIDATION_ERROR',
          'X-Callback-Url must be a valid, public HTTPS URL. The operator exempts ranges with the setting WEBHOOK_ALLOWED_CIDRS',
          { field: 'X-Callback-Url' },
        );
      }
      const { view } = await loadPost(params.id, context);
      const [accounts] = await Promise.all([
        accountsOf(view, context, ports),
        requireAllowedPlatforms(view.post.destinations, context),
      ]);
      const command = {
        type: 'publish',
        accounts,
        gate: await approvalGate(context, accounts),
        now: context.now,
        ...defined({ callbackUrl }),
      } as const;
      const { events } = await context.handle(post, params.id, command);
      if (!query.sync) return { body: present(events) };
      const ended = (view: PostView) => view.post.status !== 'publishing';
      const result = await waitFor(viewOf(events), { seconds: query.timeout, wanted: ended }, context, ports);
      return { status: result.ended ? 200 : 202, body: presentPost(result.view) };
    },
  });

const retryPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/:id/retry',
    id: 'retryPost',
    summary: 'Queue the failed destinations again, 2, 4 and 8 minutes from now',
    description: bulleted(
      'Sends failed destinations again, 2, 4 and 8 minutes after the request for the first, second and third retry. The post is `publishing` until every queued destination has ended.',
      [
        '409 CONFLICT: the destination had three retries and is exhausted. fixDestination opens it again.',
        '409 CONFLICT: the outcome of the destination is unknown (OUTCOME_UNKNOWN). resolveDestination decides it.',
        'The service itself retries a failure that certainly stored nothing, such as a rate limit or a refused connection. Delays and the count of three are the same. A longer Retry-After of the platform is obeyed, up to a day.',
        'The service never retries a definite error.',
      ],
    ),
    params: Named,
    reply: PostReply,
    idempotent: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
    run: async ({ params }, context) => {
      const { view } = await loadPost(params.id, context);
      const accounts = await accountsOf(view, context, ports);
      const gate = await approvalGate(context, accounts);
      const { events } = await context.handle(post, params.id, { type: 'retry', gate, now: context.now });
      return { body: present(events) };
    },
  });

const fixDestination = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/:id/platforms/:postPlatformId/fix',
    id: 'fixDestination',
    summary: 'Replace the media of a failed destination and send it again immediately',
    description:
      'Resets the retries, replaces the media for this destination and queues it immediately. The new media are not ' +
      'what was approved: a workspace that requires approval answers 409 CONFLICT, others void the approval. A file ' +
      'that the platform does not take, or that its source refuses, is 400. The destination shows its new `media`.',
    params: OfPlatform,
    body: z.object({ mediaUrl: z.string().max(2048) }),
    reply: PostReply,
    idempotent: true,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
    run: async ({ params, body }, context) => {
      if (!ports.isPublicHttpsUrl(body.mediaUrl)) {
        throw new Refused('VALIDATION_ERROR', 'mediaUrl must be a public HTTPS URL', { field: 'mediaUrl' });
      }
      const media = await ports.directory.mediaAt(body.mediaUrl, context.newId('media'), context.caller.mode);
      const { postPlatformId } = params;
      const gate = await approvalGate(context);
      const command = { type: 'fix', postPlatformId, media: [media], gate, now: context.now } as const;
      const { events } = await context.handle(post, params.id, command);
      return { body: present(events) };
    },
  });

const resolveDestination = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/:id/platforms/:postPlatformId/resolve',
  id: 'resolveDestination',
  summary: 'Resolve a destination whose outcome could not be determined',
  description:
    'Ends an OUTCOME_UNKNOWN: `{outcome: "published", platformPostId, platformPostUrl?}` or ' +
    '`{outcome: "not_published"}`. Until then a retry of the destination is 409.',
  params: OfPlatform,
  body: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('published'),
      platformPostId: z.string().min(1).max(500),
      platformPostUrl: z.url().max(2048).optional(),
    }),
    z.object({ outcome: z.literal('not_published') }),
  ]),
  reply: PostReply,
  idempotent: true,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
  run: async ({ params, body }, context) => {
    const { postPlatformId } = params;
    const found =
      body.outcome === 'published'
        ? {
            platformPostId: body.platformPostId,
            ...defined({ platformPostUrl: body.platformPostUrl }),
          }
        : {};
    const command = { type: 'resolve', postPlatformId, outcome: body.outcome, ...found, now: context.now } as const;
    const { events } = await context.handle(post, params.id, command);
    return { body: present(events) };
  },
});

const maxRemovalSeconds = 90;

const unpublishPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/:id/unpublish',
    id: 'unpublishPost',
    summary: 'Remove every copy of a published post from its platforms',
    description: bulleted(
      'Removes the copies of a post that is published, partial or archived. `results` is keyed by platform constant, and `unsupported_platforms` lists such keys.',
      [
        'Copies on several accounts of one platform are one result with the sum of their counts. `platforms[].status` of the post has each account.',
        'manual_removal_required: the platform has no delete, and is in `unsupported_platforms`. These are TIKTOK, WHATSAPP, and INSTAGRAM connected by direct login.',
        'delete_not_confirmed: on TELEGRAM after its 48 hours for deletes, or if a copy still exists after a lost answer and a second delete.',
        "After a rate limit the remaining copies wait for the publishing retry delay, or for the platform's Retry-After if that is longer. `platforms[].removal` has the wait and `note` the next try. After three waits the copies are reported with their reason.",
      ],
    ),
    params: Named,
    reply: z.object({
      results: z.record(
        z.string(),
        z.object({
          success: z.boolean(),
          reason: z.string().optional(),
          detail: z.string().optional(),
          deleted: z.int(),
          targets: z.int(),
        }),
      ),
      unsupported_platforms: z.array(z.string()),
      note: z.string().nullable(),
    }),
    idempotent: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
    run: async ({ params }, context) => {
      const { events } = await context.handle(post, params.id, { type: 'unpublish' });
      const { unpublishRound: round } = viewOf(events).post;
      const done = ({ post: { destinations, unpublishRound } }: PostView) =>
        unpublishRound > round ||
        // The request does not wait for a platform with a retry delay: its next try comes minutes
        // later.
        !destinations.some(({ removal, removalWait }) => removal === 'requested' && !removalWait);
      const { view } = await waitFor(viewOf(events), { seconds: maxRemovalSeconds, wanted: done }, context, ports);
      return { body: unpublishReport(view.post) };
    },
  });

export const publishingEndpoints = (ports: PostPorts) => [
  publishPost(ports),
  retryPost(ports),
  fixDestination(ports),
  resolveDestination,
  unpublishPost(ports),
];
