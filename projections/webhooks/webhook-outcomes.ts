import type { EventMeta, Recorded } from '../../domain/kernel/event.ts';
import { placeOf, positionAt } from '../../domain/kernel/position.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';
import { webhookOutcomeEvents } from './webhook-endpoints.ts';

/**
 * One row for each outcome of a delivery attempt. The row of an endpoint folds it in from the
 * streams of deliveries.
 */
export type WebhookOutcomeRow = Readonly<{
  id: string;
  endpoint_id: string;
  workspace_id: string;
  place: string;
  occurred_at: string;
  type: string;
  stream: string;
  revision: number;
  meta: EventMeta;
}>;

export const webhookOutcomes = projectionOf<WebhookOutcomeRow>({
  name: 'webhook_outcomes',
  version: 3,
  description: 'How did the tries to reach a webhook endpoint end, in the order of the log?',
  table: {
    key: 'place',
    appendOnly: true,
    columns: {
      id: 'text',
      endpoint_id: 'text',
      workspace_id: 'text',
      place: 'text',
      occurred_at: 'text',
      type: 'text',
      stream: 'text',
      revision: 'integer',
      meta: 'jsonb',
    },
    indexes: ['endpoint_id, place'],
  },
  on: onEach(webhookOutcomeEvents, {
    keys: (event) => (event.data.endpointId === null ? [] : placeOf(event)),
    fold: (_row, { id, type, stream, revision, data, meta }, place) => ({
      id,
      endpoint_id: data.endpointId ?? '',
      workspace_id: meta.workspaceId,
      place,
      occurred_at: meta.occurredAt,
      type,
      stream,
      revision,
      meta,
    }),
  }),
});

/**
 * The event behind a row, with the part of its data from which the row of an endpoint is folded.
 */
export const outcomeIn = ({ id, endpoint_id: endpointId, place, type, stream, revision, meta }: WebhookOutcomeRow) =>
  ({ id, type, data: { endpointId }, stream, revision, position: positionAt(place), meta }) satisfies Recorded;
