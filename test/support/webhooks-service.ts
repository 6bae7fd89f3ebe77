import { consoleLinks } from '../../domain/notifications/console-links.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { mailerByMode } from '../../infra/adapters/mail/mailers.ts';
import { SandboxMailer } from '../../infra/adapters/mail/sandbox-mailer.ts';
import { rangesFrom } from '../../infra/outside/network/address-ranges.ts';
import { createSafeFetch } from '../../infra/outside/http/safe-fetch.ts';
import type { Resolve } from '../../infra/outside/http/guarded-agent.ts';
import type { Database } from '../../infra/stores/postgres/database.ts';
import { keyringFrom } from '../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../infra/stores/secrets/vault.ts';
import { WebhookFanOut } from '../../infra/adapters/webhooks/fan-out-subscriber.ts';
import { webhookPorts, webhookProcessPorts } from '../../infra/adapters/webhooks/index.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { readModelsOf, startPartialService } from './partial-service.ts';
import { withPorts } from '../../processes/kernel/process.ts';
import { webhookDeliveries } from '../../processes/webhooks/webhook-deliveries.ts';
import { webhookHealth } from '../../processes/webhooks/webhook-health.ts';
import { webhookReplays } from '../../processes/webhooks/webhook-replays.ts';

export type WebhooksToRun = Readonly<{
  store: EventStore;
  database: Database;
  /** The authority of the receivers' certificates, in PEM. */
  ca: string;
  exempt?: string;
  resolve?: Resolve;
  timeoutMs?: number;
  laneRoom?: number;
  owners?: readonly string[];
}>;

/** The master key of tests. */
export const keyring = keyringFrom(`test:${Buffer.alloc(32, 7).toString('base64')}`);

/** Everything behind webhooks on real parts: log, read models, processes, the outbound guard and the vault. */
export const runWebhooks = async (options: WebhooksToRun) => {
  const { store, database } = options;
  const db = readModelsOf(database);
  const vault = new Vault(database, keyring);
  const exempt = rangesFrom(options.exempt ?? '127.0.0.0/8');
  const safeFetch = createSafeFetch({
    exempt,
    ca: options.ca,
    ...(options.resolve ? { resolve: options.resolve } : {}),
  });
  const ports = webhookProcessPorts({
    db,
    vault,
    safeFetch,
    mailer: mailerByMode(new SandboxMailer(database.kysely), undefined),
    consoleLinkOf: consoleLinks('https://social.example'),
    ownersOf: () => Promise.resolve(options.owners ?? ['owner@example.com']),
    ...(options.timeoutMs === undefined ? {} : { deliveryTimeoutMs: options.timeoutMs }),
  });
  const service = await startPartialService({
    store,
    database,
    projections: allProjections.filter(({ name }) => name.startsWith('webhook_')),
    subscribers: [new WebhookFanOut()],
    processes: withPorts([webhookDeliveries, webhookHealth, webhookReplays], ports),
    laneRoom: options.laneRoom ?? 8,
    timing: { leaseMilliseconds: 3_000, maxSleepMilliseconds: 500 },
  });
  return {
    handler: service.commands,
    clocks: service.clocks,
    faults: service.faults,
    db,
    ports: webhookPorts({ db, vault, exempt }),
    stop: async (): Promise<void> => {
      await service.stop();
      await safeFetch.close();
    },
  };
};

export type RunningWebhooks = Awaited<ReturnType<typeof runWebhooks>>;
