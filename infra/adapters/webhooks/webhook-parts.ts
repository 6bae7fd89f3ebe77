import type { Kysely } from 'kysely';
import type { WebhookPorts } from '../../../commands/webhooks/ports.ts';
import type { Mailer } from '../../../domain/mail/mail.ts';
import type { RunnableProcess } from '../../../processes/kernel/process-manager.ts';
import { webhookProcesses } from '../../../processes/webhooks/webhook-processes.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Ranges } from '../../outside/network/address-ranges.ts';
import { isPublicHttpsUrl } from '../../outside/http/address-guard.ts';
import type { OutboundRequest, OutboundResult } from '../../outside/http/safe-fetch.ts';
import type { Vault } from '../../stores/secrets/vault.ts';
import { deliveryHeaders } from './signature.ts';
import { vaultedWebhookSecrets } from './vaulted-secrets.ts';
import { pastEventsIn, webhookQueries } from './webhook-queries.ts';

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
  Readonly<{
    safeFetch: (request: OutboundRequest) => Promise<OutboundResult>;
    mailer: Mailer;
    /** The addresses of the workspace's owners who want mail about failing webhooks. */
    ownersOf(workspaceId: string): Promise<readonly string[]>;
    timeoutMs?: number;
  }>;

/** The processes, ready to run. They need the subscriber `WebhookFanOut` beside them. */
export const webhookProcessesOf = ({ db, vault, safeFetch, ...rest }: ProcessParts): readonly RunnableProcess[] =>
  webhookProcesses({
    post: safeFetch,
    headersOf: deliveryHeaders,
    secrets: vaultedWebhookSecrets(vault),
    pastEvents: pastEventsIn(db),
    ...rest,
  });
