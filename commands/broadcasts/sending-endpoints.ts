import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { audienceOf } from '../../domain/broadcasts/audience.ts';
import { batchIdOf, enqueueBatch } from '../../domain/broadcasts/batch-ids.ts';
import { broadcastBatch } from '../../domain/broadcasts/batch.ts';
import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import { batchSize, BroadcastStatus, NamedPlatforms, numbersOf } from '../../domain/broadcasts/broadcast-fields.ts';
import type { Broadcast, BroadcastState, Sending } from '../../domain/broadcasts/broadcast-state.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { platforms as everyPlatform } from '../../domain/platforms/platform.ts';
import { requireBroadcasts } from '../../read-api/contract/broadcast.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { idFrom } from '../kernel/deterministic-ids.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import type { BroadcastCommandPorts } from './ports.ts';

const params = z.object({ id: Id });
const StatusOnly = z.object({ id: z.string(), status: BroadcastStatus });

/** The batches that a request queues itself, so that a small broadcast is complete in the next answer. */
const atOnce = 20;
const concurrentAppends = 4;

const there = (state: BroadcastState | undefined): Broadcast => {
  if (state?.kind !== 'existing') throw notFound('broadcast');
  return state;
};

const loaded = async (id: string, context: WriteContext): Promise<Broadcast> =>
  there((await context.load(broadcast, id))?.state);

const sendingOf = ({ id, sending }: Broadcast): Sending => {
  if (!sending) throw new Error(`broadcast ${id} is not being sent`);
  return sending;
};

/** Queues the first batches. The process queues the others, and repeats what a crash left out. */
const enqueueFirst = async (
  { id: broadcastId, sending }: Broadcast,
  context: WriteContext,
  { audiences }: BroadcastCommandPorts,
): Promise<void> => {
  if (!sending) return;
  const numbers = numbersOf(Math.min(sending.batches, atOnce));
  const recipients = await audiences.batches(sending.audienceId, numbers);
  await forEachConcurrently(numbers, concurrentAppends, async (number) => {
    const { startedAt } = sending;
    const command = enqueueBatch({ broadcastId, startedAt }, number, recipients.get(number) ?? [], idFrom);
    await context.handle(broadcastBatch, command.batchId, command, { step: `enqueue/${number}`, fresh: true });
  });
};

const sendBroadcast = (ports: BroadcastCommandPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/broadcasts/:id/send',
    id: 'sendBroadcast',
    summary: 'Send a draft or a scheduled broadcast now',
    description: bulleted(
      'Fixes the audience and sends. The audience is every contact that was seen, is not suppressed, is linked to an account on one of the platforms, fits the rules, and on FACEBOOK wrote within the last 24 hours.',
      [
        'Each contact is checked again immediately before its message. A contact that opted out, was deleted or whose window has closed gets no message, and its delivery is FAILED.',
        'The broadcast is SENDING until every delivery is DELIVERED, READ or FAILED. Then it is SENT. FAILED is a scheduled broadcast that could not be sent at its time.',
        'With `socialAccountId: null` each contact gets the message from the account that it is linked to at that moment.',
        'A rate limit of the platform postpones messages.',
        'A message with a lost answer is looked up on the platform first. It is DELIVERED if the platform has it, sent again if the platform does not, and FAILED with OUTCOME_UNKNOWN if the platform cannot tell.',
        'A broadcast that has begun is sent to its end, also after a change of the plan, because half of its audience would have the message. Every plan may pause it.',
      ],
    ),
    params,
    reply: z.object({ broadcast: StatusOnly, enqueuedContacts: z.int(), batches: z.int() }),
    errors: [
      ...(['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND', 'BROADCAST_ALREADY_SENT'] as const),
      ...(['NO_ELIGIBLE_CONTACTS', 'BROADCAST_CONTACT_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'] as const),
    ],
    gate: requireBroadcasts,
    async run({ params: { id } }, context) {
      const state = there((await context.preview(broadcast, id, { type: 'may-send' })).state);
      const { now, caller } = context;
      const audienceId = context.newId('audience');
      const query = audienceOf(state.content, caller.workspaceId, now);
      const { contacts, position } = await ports.audiences.fix(audienceId, query);
      const audience = { audienceId, contacts, batches: Math.ceil(contacts / batchSize), position };
      const handled = await context.handle(broadcast, id, { type: 'send-broadcast', audience, now });
      const sent = there(handled.state);
      await enqueueFirst(sent, context, ports);
      const { contacts: enqueuedContacts, batches } = sendingOf(sent);
      return { body: { broadcast: { id, status: sent.status }, enqueuedContacts, batches } };
    },
  });

/** Resets the failed deliveries of the first batches; the process resets those of the others. */
const resetFirst = async (
  { id: broadcastId, sending }: Broadcast,
  numbers: readonly number[],
  context: WriteContext,
): Promise<void> => {
  if (!sending) return;
  const { startedAt, round } = sending;
  await forEachConcurrently(numbers.slice(0, atOnce), concurrentAppends, async (number) => {
    const batchId = batchIdOf({ broadcastId, startedAt }, number, idFrom);
    await context.handle(broadcastBatch, batchId, { type: 'retry-batch', round }, { step: `retry/${number}` });
  });
};

const retryBroadcast = (ports: BroadcastCommandPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/broadcasts/:id/retry',
    id: 'retryBroadcast',
    summary: 'Send the failed deliveries of a broadcast again',
    description:
      'FAILED deliveries become PENDING again, and each contact is checked again before its message. A ' +
      'delivery that failed with OUTCOME_UNKNOWN is not repeated: its contact may have got the message. So does one ' +
      'with CONTACT_SUPPRESSED or CONTACT_DELETED: its contact wants no message or is gone. `retriedContacts` ' +
      'counts those that became PENDING.',
    params,
    reply: z.object({ broadcast: StatusOnly, retriedContacts: z.int(), batches: z.int() }),
    errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND', 'BROADCAST_NOT_RETRYABLE', 'NO_FAILED_DELIVERIES'],
    gate: requireBroadcasts,
    async run({ params: { id } }, context) {
      await loaded(id, context);
      const failed = await ports.failedBatches(id);
      const handled = await context.handle(broadcast, id, { type: 'retry-broadcast', failed });
      const retried = there(handled.state);
      await resetFirst(
        retried,
        failed.map(({ number }) => number),
        context,
      );
      const { retried: retriedContacts, retriedBatches: batches } = sendingOf(retried);
      return { body: { broadcast: { id, status: retried.status }, retriedContacts, batches } };
    },
  });

const pauseBroadcast = writeEndpoint({
  method: 'POST',
  path: '/v1/broadcasts/:id/pause',
  id: 'pauseBroadcast',
  summary: 'Pause a broadcast that is being sent',
  description:
    'SENDING becomes PAUSED. Messages on their way are finished, and no further one is begun. Pausing a ' +
    'paused broadcast changes nothing; every other status is 409. A scheduled broadcast is held back by ' +
    '`scheduledFor: null` instead.',
  params,
  reply: z.object({ broadcast: StatusOnly }),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  gate: requireBroadcasts,
  async run({ params: { id } }, context) {
    const { state } = await context.handle(broadcast, id, { type: 'pause-broadcast' });
    return { body: { broadcast: { id, status: there(state).status } } };
  },
});

const resumeBroadcast = writeEndpoint({
  method: 'POST',
  path: '/v1/broadcasts/:id/resume',
  id: 'resumeBroadcast',
  summary: 'Resume a paused broadcast',
  description:
    'PAUSED becomes SENDING, with the audience that was fixed when it was sent. Resuming a broadcast that ' +
    'is being sent changes nothing; every other status is 409.',
  params,
  reply: z.object({ broadcast: StatusOnly }),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  gate: requireBroadcasts,
  async run({ params: { id } }, context) {
    const { state } = await context.handle(broadcast, id, { type: 'resume-broadcast' });
    return { body: { broadcast: { id, status: there(state).status } } };
  },
});

const previewCount = ({ audiences }: BroadcastCommandPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/broadcasts/preview-count',
    id: 'previewBroadcastCount',
    summary: 'How many contacts a broadcast would reach now',
    description: 'Counts by the query that fixes the audience when a broadcast is sent. By default all platforms.',
    body: z
      .object({
        platforms: NamedPlatforms,
        socialAccountId: Id.nullable(),
        tags: z.array(z.string().trim().min(1).max(100)).max(100),
        hasInteraction: z.boolean(),
      })
      .partial(),
    reply: z.object({ count: z.int() }),
    errors: ['VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED', 'SERVICE_UNAVAILABLE'],
    gate: requireBroadcasts,
    idempotent: false,
    async run({ body }, { caller: { workspaceId }, now }) {
      const { platforms = [...everyPlatform], socialAccountId = null, tags, hasInteraction } = body;
      const query = audienceOf({ platforms, sender: null, segmentRules: { tags, hasInteraction } }, workspaceId, now);
      return { body: { count: await audiences.count({ ...query, accountId: socialAccountId }) } };
    },
  });

/** The endpoints that send broadcasts. */
export const sendingEndpoints = (ports: BroadcastCommandPorts): readonly WriteEndpoint[] => [
  previewCount(ports),
  sendBroadcast(ports),
  retryBroadcast(ports),
  pauseBroadcast,
  resumeBroadcast,
];
