import { randomUUID } from 'node:crypto';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { EventStore } from '../../../domain/kernel/event-store.ts';
import { Clocks } from '../../../infra/stores/clock/clocks.ts';
import { mailerByMode } from '../../../infra/adapters/mail/mailers.ts';
import { SandboxMailer } from '../../../infra/adapters/mail/sandbox-mailer.ts';
import { rangesFrom } from '../../../infra/outside/network/address-ranges.ts';
import { createSafeFetch } from '../../../infra/outside/http/safe-fetch.ts';
import type { Resolve } from '../../../infra/outside/http/guarded-agent.ts';
import type { Database } from '../../../infra/stores/postgres/database.ts';
import { openNotifications } from '../../../infra/stores/postgres/listen.ts';
import { ProcessInstances } from '../../../infra/stores/postgres/process-instances.ts';
import { ProcessSubscriber, wakeChannel } from '../../../infra/stores/postgres/process-subscriber.ts';
import { backOff, isTransient } from '../../../infra/stores/postgres/scan-options.ts';
import { keyringFrom } from '../../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { WebhookFanOut } from '../../../infra/adapters/webhooks/fan-out-subscriber.ts';
import { webhookPorts, webhookProcessesOf } from '../../../infra/adapters/webhooks/webhook-parts.ts';
import { allProjections } from '../../../projections/all-projections.ts';
import type { ActContext } from '../../../processes/kernel/process-manager.ts';
import { ProcessWorker } from '../../../processes/kernel/worker.ts';
import { beginning, createCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner } from '../../../projections/kernel/subscription-runner.ts';
import { subscribersFor } from '../../../projections/kernel/read-models.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';

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

/** Everything behind webhooks, on the real parts: one scan of the log, one worker, the outbound guard, the vault. */
export const runWebhooks = async (options: WebhooksToRun) => {
  const { store, database } = options;
  const db = database.kysely.withTables<never>() as never;
  const vault = new Vault(database, keyring);
  const exempt = rangesFrom(options.exempt ?? '127.0.0.0/8');
  const safeFetch = createSafeFetch({
    exempt,
    ca: options.ca,
    ...(options.resolve ? { resolve: options.resolve } : {}),
  });
  const processes = webhookProcessesOf({
    db,
    vault,
    safeFetch,
    mailer: mailerByMode(new SandboxMailer(database.kysely), undefined),
    ownersOf: () => Promise.resolve(options.owners ?? ['owner@example.com']),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  const subscribers: Subscriber[] = [
    new WebhookFanOut(),
    ...processes.map(({ manager }) => new ProcessSubscriber(manager)),
  ];
  await createCheckpoints(
    subscribers.map(({ name }) => name),
    beginning,
    database.kysely,
  );
  const projections = allProjections.filter(({ name }) => name.startsWith('webhook_'));
  for (const { subscriber } of await subscribersFor(projections, database.kysely)) subscribers.push(subscriber);
  const stop = new AbortController();
  const notifications = openNotifications(database.connection);
  const handler = new CommandHandler(store);
  const faults: unknown[] = [];
  // The worker is woken by its clock, and exists after it.
  const wakeable: { wake(): void } = { wake: () => undefined };
  const clocks = await Clocks.open(database.kysely, notifications, () => wakeable.wake());
  const instances = new ProcessInstances(database.kysely, () => clocks.aheadMs);
  const scan = new SubscriptionRunner({
    log: store,
    db: database.kysely,
    subscribers,
    isTransient,
    backOff,
    report: {
      parked: (name, error) => faults.push(new Error(`${name} is parked`, { cause: error })),
      retrying: (error) => faults.push(error),
      joined: () => undefined,
    },
  });
  const worker = new ProcessWorker({
    owner: randomUUID(),
    processes,
    instances,
    laneRoom: options.laneRoom ?? 8,
    timing: { leaseMilliseconds: 3_000, longestSleepMilliseconds: 500 },
    report: { failed: (_claimed, error) => faults.push(error), fault: (error) => faults.push(error) },
    contextFor: ({ process, instance, workspaceId, mode }, lease): ActContext => ({
      instance,
      workspaceId,
      mode,
      ...lease,
      now: () => clocks.now(mode),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      send: (decider, id, command, step, how) =>
        handler.handle(
          decider,
          id,
          command,
          {
            commandId: commandIdFor(process, instance, step),
            meta: {
              workspaceId,
              mode,
              actor: { kind: 'process', id: process },
              $correlationId: instance,
              occurredAt: clocks.now(mode).toISOString(),
            },
          },
          how,
        ),
      load: (decider, id) => handler.load(decider, id, workspaceId),
    }),
  });
  wakeable.wake = () => worker.wake();
  await notifications.subscribe(wakeChannel, () => worker.wake());
  const running = [scan.run(stop.signal), worker.run(stop.signal)];
  return {
    handler,
    clocks,
    faults,
    db,
    ports: webhookPorts({ db, vault, exempt }),
    stop: async (): Promise<void> => {
      stop.abort();
      await Promise.allSettled(running);
      await notifications.close();
      await safeFetch.close();
    },
  };
};

export type RunningWebhooks = Awaited<ReturnType<typeof runWebhooks>>;
