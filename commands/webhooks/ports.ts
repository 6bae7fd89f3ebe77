import type { EndpointView } from '../../domain/webhooks/endpoint-view.ts';
import type { WebhookSecrets } from '../../domain/webhooks/secrets.ts';

/** What the webhook commands need beyond deciding and appending. */
export type WebhookPorts = Readonly<{
  secrets: WebhookSecrets;
  /** Whether the text of an address allows it as a target: public HTTPS, or exempt. */
  mayTarget(url: string): boolean;
  /**
   * An endpoint's row in the read model, for the counters that only deliveries change; undefined
   * while it is not there yet.
   */
  endpointRow(
    workspaceId: string,
    endpointId: string,
  ): Promise<Readonly<{ revision: number; view: EndpointView }> | undefined>;
  /** How many endpoints the workspace has. */
  endpointCount(workspaceId: string): Promise<number>;
  /** The number of deliveries of a replay of this range; counting stops at `limit`. */
  pastDeliveries(
    query: Readonly<{ workspaceId: string; from: string; to: string; types: readonly string[]; limit: number }>,
  ): Promise<number>;
}>;
