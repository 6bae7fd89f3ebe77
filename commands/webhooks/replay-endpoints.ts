import { z } from 'zod';
import { requireView } from '../../domain/kernel/decider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { webhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { WebhookEventType } from '../../domain/webhooks/event-types.ts';
import { maxReplayDays, maxReplayedDeliveries, webhookReplay } from '../../domain/webhooks/replay.ts';
import { ReplayView, replayView } from '../../domain/webhooks/replay-view.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { Id, Instant } from '../../read-api/contract/fields.ts';
import { requireEnabled } from './delivery-endpoints.ts';
import { requireWebhooks } from './webhook-endpoints.ts';
import type { WebhookPorts } from './ports.ts';

const refuseRange = (from: string, to: string): void => {
  const refuse = (field: string, words: string) => new Refused('VALIDATION_ERROR', `${field}: ${words}`, { field });
  if (from >= to) throw refuse('to', 'must be later than from');
  if (Date.parse(to) - Date.parse(from) > maxReplayDays * 86_400_000)
    throw refuse('from', `a replay covers at most ${maxReplayDays} days`);
};

const replayWebhook = (ports: WebhookPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/webhooks/:id/replay',
    id: 'replayWebhook',
    summary: 'Deliver a range of past events to an endpoint again, as new deliveries',
    description:
      'Answers 202 with an id and the number of deliveries, at most 31 days and 10,000 deliveries, in ' +
      'the order of the events. `events` defaults to the subscribed ones. It needs the plan pro.',
    params: z.object({ id: Id }),
    body: z.object({
      from: Instant,
      to: Instant,
      events: z.array(WebhookEventType).min(1).max(50).optional(),
    }),
    reply: ReplayView,
    status: 202,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'LIMIT_EXCEEDED'],
    gate: requireWebhooks,
    run: async ({ params, body }, context) => {
      const { from, to } = body;
      refuseRange(from, to);
      if (!(await requireEnabled(params.id, context))) throw new Refused('CONFLICT', 'The endpoint is disabled');
      const endpoint = (await context.load(webhookEndpoint, params.id))?.state;
      const subscribed = endpoint?.status === 'existing' ? endpoint.events : [];
      const types = [...new Set(body.events ?? subscribed)];
      const { workspaceId } = context.caller;
      const total = await ports.pastDeliveries({ workspaceId, from, to, types, limit: maxReplayedDeliveries + 1 });
      if (total > maxReplayedDeliveries) {
        const words = `from: the range holds more than ${maxReplayedDeliveries} deliveries; replay it in parts`;
        throw new Refused('VALIDATION_ERROR', words, { field: 'from', limit: maxReplayedDeliveries });
      }
      const replayId = context.newId('replay');
      const command = { type: 'request', replayId, endpointId: params.id, from, to, events: types, total } as const;
      const { events } = await context.handle(webhookReplay, replayId, command, { fresh: true });
      return { status: 202, body: requireView(replayView, events) };
    },
  });

/** The write endpoints of replays. */
export const replayEndpoints = (ports: WebhookPorts): readonly WriteEndpoint[] => [replayWebhook(ports)];
