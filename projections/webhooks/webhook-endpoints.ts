import { foldView } from '../../domain/kernel/decider.ts';
import {
  WebhookDeliveryAttemptFailed,
  WebhookDeliveryBlocked,
  WebhookDeliverySucceeded,
} from '../../domain/webhooks/delivery.ts';
import { webhookEndpointEvents } from '../../domain/webhooks/endpoint.ts';
import { endpointView, type EndpointView } from '../../domain/webhooks/endpoint-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type WebhookEndpointRow = Readonly<{
  id: string;
  workspace_id: string;
  /** The revision of the endpoint's own stream that is folded in. Deliveries do not change it. */
  revision: number;
  view: EndpointView;
}>;

const own: ReadonlySet<string> = new Set(webhookEndpointEvents.map(({ type }) => type));
/** The outcomes of deliveries that the view of an endpoint counts. */
export const webhookOutcomeEvents = [
  WebhookDeliverySucceeded,
  WebhookDeliveryAttemptFailed,
  WebhookDeliveryBlocked,
] as const;

export const webhookEndpoints = projectionOf<WebhookEndpointRow>({
  name: 'webhook_endpoints',
  version: 2,
  description: 'Which webhook endpoints does a workspace have, and how do they fare?',
  table: {
    columns: { id: 'text', workspace_id: 'text', revision: 'integer', view: 'jsonb' },
    key: 'id',
    indexes: ['workspace_id, id'],
  },
  sharing: 'all',
  on: onEach([...webhookEndpointEvents, ...webhookOutcomeEvents], {
    keys: ({ data: { endpointId } }) => endpointId ?? [],
    fold: (row, event) => {
      const view = foldView(endpointView, [event], row?.view);
      if (!view) return undefined;
      const revision = own.has(event.type) ? event.revision : (row?.revision ?? 0);
      return { id: view.id, workspace_id: row?.workspace_id ?? event.meta.workspaceId, revision, view };
    },
  }),
});
