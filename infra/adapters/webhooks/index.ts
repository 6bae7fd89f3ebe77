import type { Kysely } from 'kysely';
import type { WebhookPorts } from '../../../commands/webhooks/ports.ts';
import type { DeliveryPorts } from '../../../processes/webhooks/ports.ts';
import type { HealthPorts } from '../../../processes/webhooks/keep-healthy.ts';
import type { PastEvents } from '../../../processes/webhooks/run-replay.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Ranges } from '../../outside/network/address-ranges.ts';
import { isPublicHttpsUrl } from '../../outside/http/address-guard.ts';
import type { OutboundRequest, OutboundResult } from '../../outside/http/safe-fetch.ts';
import type { Vault } from '../../stores/secrets/vault.ts';
import { deliveryHeaders } from './signature.ts';
import { vaultedWebhookSecrets } from './vaulted-secrets.ts';
import { pastEventsIn, webhookQueries } from './webhook-queries.ts';

export { deliveryPayload } from './delivery-payload.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  vault: Pick<Vault, 'get' | 'put' | 'remove'>;
  /** WEBHOOK_ALLOWED_CIDRS. */
  exempt: Ranges;
}>;

/** The ports of the write endpoints. */
export const webhookPorts = ({ db, vault, exempt }: Parts): WebhookPorts => ({
  ...webhookQueries(db),
  secrets: vaultedWebhookSecrets(vault),
  mayTarget: (url) => isPublicHttpsUrl(url, exempt),
});

type ProcessParts = Omit<Parts, 'exempt'> &
  HealthPorts &
  Readonly<{
    safeFetch: (request: OutboundRequest) => Promise<OutboundResult>;
    deliveryTimeoutMs?: number;
  }>;

export type WebhookProcessPorts = DeliveryPorts & HealthPorts & Readonly<{ pastEvents: PastEvents }>;

/** The ports of the webhook processes. */
export const webhookProcessPorts = ({ db, vault, safeFetch, ...rest }: ProcessParts): WebhookProcessPorts => ({
  postToReceiver: safeFetch,
  deliveryHeaders,
  webhookSecrets: vaultedWebhookSecrets(vault),
  pastEvents: pastEventsIn(db),
  ...rest,
});
