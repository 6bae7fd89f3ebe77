import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { webhookDeliveryEvents } from '../../domain/webhooks/delivery.ts';
import { webhookEndpointEvents } from '../../domain/webhooks/endpoint.ts';
import { endpointView, type EndpointView, type EndpointViewEvent } from '../../domain/webhooks/endpoint-view.ts';
import { defineProjection } from '../kernel/projection.ts';

export type WebhookEndpointRow = Readonly<{
  id: string;
  workspace_id: string;
  /** The revision of the endpoint's own stream that is folded in; deliveries do not move it. */
  revision: number;
  shown: EndpointView;
}>;

const own: ReadonlySet<string> = new Set(webhookEndpointEvents.map(({ type }) => type));
const outcomes = ['WebhookDeliverySucceeded', 'WebhookDeliveryAttemptFailed', 'WebhookDeliveryBlocked'] as const;
/** The events of deliveries that tell how an endpoint fares. */
export const webhookOutcomeTypes: readonly string[] = webhookDeliveryEvents
  .map(({ type }) => type)
  .filter((type) => outcomes.some((each) => each === type));

export const webhookEndpointsProjection = defineProjection<WebhookEndpointRow>({
  name: 'webhook_endpoints',
  version: 1,
  description: 'Which webhook endpoints does a workspace have, and how do they fare?',
  handles: [...own, ...webhookOutcomeTypes],
  table: {
    columns: { id: 'text', workspace_id: 'text', revision: 'integer', shown: 'jsonb' },
    key: 'id',
    indexes: ['workspace_id, id'],
  },
  sharing: 'all',
  keys: (event) => {
    const { endpointId } = event.data as { endpointId: string | null };
    return endpointId === null ? [] : [endpointId];
  },
  fold: (row, recorded) => {
    const event = recorded as Recorded<EndpointViewEvent>;
    const shown = foldView(endpointView, [event], row?.shown);
    if (!shown) return undefined;
    const revision = own.has(event.type) ? event.revision : (row?.revision ?? 0);
    return { id: shown.id, workspace_id: row?.workspace_id ?? event.meta.workspaceId, revision, shown };
  },
});
