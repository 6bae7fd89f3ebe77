import { allEvents } from '../../domain/events.ts';
import { placeOf } from '../../domain/kernel/position.ts';
import { publishedAs, publishedEvents } from '../../domain/webhooks/outbound-events.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** One event that can be sent to webhooks. Its data are read from its stream. */
export type WebhookSourceRow = Readonly<{
  id: string;
  workspace_id: string;
  occurred_at: string;
  /** Sorts as the log does. */
  sequence: string;
  stream: string;
  revision: number;
  types: readonly string[];
}>;

export const webhookSources = projectionOf<WebhookSourceRow>({
  name: 'webhook_sources',
  version: 9,
  description: 'Which past events of a workspace can be delivered to a webhook endpoint again?',
  table: {
    columns: {
      id: 'text',
      workspace_id: 'text',
      occurred_at: 'text',
      sequence: 'text',
      stream: 'text',
      revision: 'integer',
      types: 'text[]',
    },
    key: 'sequence',
    appendOnly: true,
    indexes: ['workspace_id, occurred_at, sequence'],
  },
  on: onEach(
    allEvents.filter(({ type }) => publishedEvents.includes(type)),
    {
      keys: (event) => (publishedAs(event).length === 0 ? [] : placeOf(event)),
      fold: (_row, event, sequence) => ({
        id: event.id,
        workspace_id: event.meta.workspaceId,
        occurred_at: event.meta.occurredAt,
        sequence,
        stream: event.stream,
        revision: event.revision,
        types: publishedAs(event),
      }),
    },
  ),
});
