import { z } from 'zod';
import { AnsweredInstant } from '../kernel/answered-times.ts';
import type { ViewFold } from '../kernel/decider.ts';
import { WebhookEventType } from './event-types.ts';
import type { WebhookReplayEvent } from './replay.ts';

export const ReplayView = z
  .object({
    id: z.string(),
    endpointId: z.string(),
    status: z.enum(['RUNNING', 'COMPLETED']),
    from: AnsweredInstant,
    to: AnsweredInstant,
    events: z.array(WebhookEventType),
    total: z.int().meta({ description: 'Deliveries in the range at the time of the request' }),
    requested: z.int().meta({ description: 'Deliveries created so far' }),
    createdAt: z.string(),
    completedAt: z.string().nullable(),
  })
  .meta({ id: 'WebhookReplay' });
export type ReplayView = Readonly<z.infer<typeof ReplayView>>;

export const replayView: ViewFold<ReplayView, WebhookReplayEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    if (event.type === 'WebhookReplayRequested') {
      const { replayId, ...asked } = event.data;
      return { id: replayId, status: 'RUNNING', ...asked, requested: 0, createdAt: at, completedAt: null };
    }
    const { requested, after } = event.data;
    if (!view) return undefined;
    return after === null ? { ...view, requested, status: 'COMPLETED', completedAt: at } : { ...view, requested };
  },
};
