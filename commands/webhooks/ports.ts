import type { EndpointView } from '../../domain/webhooks/endpoint-view.ts';
import type { WebhookSecrets } from '../../domain/webhooks/secrets.ts';

/** What the webhook commands need beyond deciding and appending. */
export type WebhookPorts = Readonly<{
  secrets: WebhookSecrets;
  /** Whether an address may be a target as far as its text says: public HTTPS, or exempt. */
  mayTarget(url: string): boolean;
  /** An endpoint as the read model has it, for what only deliveries change; undefined while it is not there yet. */
  endpointShown(
    workspaceId: string,
    endpointId: string,
  ): Promise<Readonly<{ revision: number; shown: EndpointView }> | undefined>;
  /** How many endpoints the workspace has. */
  endpointCount(workspaceId: string): Promise<number>;
  /** How many deliveries a replay of this range would ask for; counting stops at `most`. */
  pastDeliveries(
    query: Readonly<{ workspaceId: string; from: string; to: string; types: readonly string[]; most: number }>,
  ): Promise<number>;
}>;
