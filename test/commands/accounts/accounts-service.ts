import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { accountEndpoints } from '../../../commands/accounts/account-endpoints.ts';
import type { Connectors } from '../../../commands/accounts/connectors.ts';
import { forgetTokens } from '../../../commands/accounts/forget-tokens.ts';
import { refreshFlight } from '../../../commands/accounts/refresh-flight.ts';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { Connector } from '../../../domain/platforms/connector.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { Plan } from '../../../domain/plans/plan.ts';
import { liveAccountReads } from '../../../infra/adapters/accounts/live-account-reads.ts';
import { SealedAuthorizations } from '../../../infra/adapters/accounts/pending-authorizations.ts';
import { platformConnectors } from '../../../infra/adapters/accounts/platform-connectors.ts';
import { SealedTokens } from '../../../infra/adapters/accounts/sealed-tokens.ts';
import { TokenSource } from '../../../infra/adapters/accounts/token-source.ts';
import { sandboxApps } from '../../../infra/products/platform-sandbox/client-registrations.ts';
import { platformAdapters } from '../../../infra/outside/platforms/all.ts';
import { sandboxHosts } from '../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../infra/outside/platforms/http.ts';
import { ProcessInstances } from '../../../infra/stores/postgres/process-instances.ts';
import { ProcessSubscriber } from '../../../infra/stores/postgres/process-subscriber.ts';
import { backOff, isTransient } from '../../../infra/stores/postgres/scan-options.ts';
import type { FaultKind, FaultOperation } from '../../../infra/products/platform-sandbox/store.ts';
import { Keyring } from '../../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { accountReleaseProcess } from '../../../processes/account-release/account-release.ts';
import type { ActContext } from '../../../processes/kernel/process-manager.ts';
import { ProcessWorker } from '../../../processes/kernel/worker.ts';
import { tokenRefreshProcess } from '../../../processes/token-refresh/token-refresh.ts';
import { accounts } from '../../../projections/accounts/accounts.ts';
import { beginning, createCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner } from '../../../projections/kernel/subscription-runner.ts';
import { subscribersFor } from '../../../projections/kernel/read-models.ts';
import { accountReads } from '../../../read-api/accounts/account-reads.ts';
import { startEdge } from '../../support/edge.ts';
import { useEventStore, type TestEventStore } from '../../support/event-store.ts';
import { useDatabase, type TestDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { Lab } from '../../infra/outside/platforms/lab.ts';

/**
 * Everything about accounts as the service runs it: HTTP, log, read model, processes, vault, and the sandbox on a socket of its
 * own. The test clock stands still until it is advanced.
 */
export const startAccountsService = async (
  database: TestDatabase,
  log: TestEventStore,
  /** Connectors of platforms that are played by the test itself. */
  played: readonly Connector[] = [],
) => {
  const lab = new Lab();
  await lab.start();
  const now = () => lab.clock.now();
  const offset = () => now().getTime() - Date.now();
  const keyring = new Keyring([['test', randomBytes(32)]]);
  const vault = new SealedTokens(new Vault(database, keyring));
  const adapters = platformAdapters({
    http: platformHttp({ timeoutMs: 400 }),
    hosts: sandboxHosts(lab.origin),
    apps: sandboxApps,
  });
  const sandbox = platformConnectors({ live: new Map(), test: adapters });
  const connectors: Connectors = {
    of: (scope, platform) => played.find((each) => each.platform === platform) ?? sandbox.of(scope, platform),
  };
  const commands = new CommandHandler(log.store);
  const renew = refreshFlight({ vault, connectors, wait: async () => undefined });
  const tokens = new TokenSource({ commands, vault, connectors, now, renew });
  const pending = new SealedAuthorizations(database, keyring);

  const processes = [
    tokenRefreshProcess({ renew }),
    accountReleaseProcess({ forget: forgetTokens({ vault, connectors }) }),
  ];
  const subscribers = processes.map(({ manager }) => new ProcessSubscriber(manager));
  await createCheckpoints(
    subscribers.map(({ name }) => name),
    beginning,
    database.kysely,
  );
  const readModels = await subscribersFor([accounts], database.kysely);
  const scan = new SubscriptionRunner({
    log: log.store,
    db: database.kysely,
    subscribers: [...subscribers, ...readModels.map(({ subscriber }) => subscriber)],
    isTransient,
    backOff,
    report: { parked: (name, error) => faults.push(name, error), retrying: () => {}, joined: () => {} },
  });
  const faults: unknown[] = [];
  const instances = new ProcessInstances(database.kysely, offset);
  const worker = new ProcessWorker({
    owner: 'test',
    processes,
    instances,
    laneRoom: 4,
    timing: { longestSleepMilliseconds: 20 },
    report: { failed: (_claimed, error) => faults.push(error), fault: (error) => faults.push(error) },
    contextFor: ({ process, instance, workspaceId, mode }, lease): ActContext => ({
      ...lease,
      instance,
      workspaceId,
      mode,
      now,
      wait: () => Promise.reject(new Error('these processes do not wait')),
      load: (decider, id) => commands.load(decider, id, workspaceId),
      send: (decider, id, command, step, options) => {
        const commandId = commandIdFor(process, instance, step);
        const actor = { kind: 'process', id: process } as const;
        const meta = { workspaceId, mode, actor, $correlationId: commandId, occurredAt: now().toISOString() };
        return commands.handle(decider, id, command, { commandId, meta }, options);
      },
    }),
  });
  const stop = new AbortController();
  const running = Promise.all([scan.run(stop.signal), worker.run(stop.signal)]);

  const edge = await startEdge({
    writes: accountEndpoints({ connectors, vault, pending, renew }),
    reads: accountReads(liveAccountReads({ tokens, connectors })),
    ports: {
      commands,
      db: database.kysely.withTables(),
      clock: (mode) => (mode === 'test' ? now().getTime() : Date.now()),
      freshness: {
        wait: async (_models, commit) => {
          await until('the read model has it', () => scan.position.commit >= commit);
          return true;
        },
      },
    },
  });

  /** A test workspace and how to ask in its name. */
  const aWorkspace = (plan: Plan = 'agency') => {
    const key = edge.credentials.addKey({ plan });
    const ask = (line: string, body?: unknown) =>
      edge.send(line, { token: key.secret, ...(body === undefined ? {} : { body }) });
    /** Sends a person without a browser to the consent page and brings them back. */
    const consent = async (platform: string, fields: object = {}) => {
      const { body } = await ask(`POST /v1/accounts/connect/${platform}`, { redirectUri, ...fields });
      const reply = await fetch(body.authorizationUrl as string, { redirect: 'manual' });
      const back = new URL(reply.headers.get('location') ?? '');
      return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', redirectUri };
    };
    /** Connects a new account of the platform; answers the Account. */
    const connect = async (platform: string, fields: object = {}) => {
      const { status, body } = await ask(`POST /v1/accounts/callback/${platform}`, await consent(platform, fields));
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.account as {
        id: string;
        platform: string;
        status: string;
        username: string;
        tokenExpiresAt?: string;
      };
    };
    const fault = (platform: Platform, operation: FaultOperation, fault: FaultKind, times = 1) =>
      lab.store.addFault({ id: randomUUID(), workspaceId: key.workspaceId, platform, operation, fault, times });
    return { ...key, ask, consent, connect, fault, scope: { workspaceId: key.workspaceId, mode: 'test' as const } };
  };

  return {
    lab,
    edge,
    commands,
    connectors,
    vault,
    tokens,
    worker,
    faults,
    aWorkspace,
    /** Moves the test clock; what became due is carried out by itself. */
    advance: (milliseconds: number) => {
      lab.clock.advance(milliseconds);
      worker.wake();
    },
    stop: async () => {
      stop.abort();
      await running;
      await edge.stop();
      await lab.stop();
    },
  };
};

export type AccountsService = Awaited<ReturnType<typeof startAccountsService>>;

export const redirectUri = 'https://app.example.com/oauth/back';

/** The service for the tests of one `describe`; nothing in it may have failed when it stops. */
export const useAccountsService = (played: readonly Connector[] = []) => {
  let running: AccountsService | undefined;
  // Declared first, so that it stops before the log and the database it stands on.
  after(async () => {
    await running?.stop();
    expect(running?.faults).to.deep.equal([]);
  });
  const log = useEventStore();
  const database = useDatabase();
  before(async () => {
    running = await startAccountsService(database(), log(), played);
  });
  const service = (): AccountsService => {
    if (!running) throw new Error('the service runs only while tests run');
    return running;
  };
  return { service, log, database };
};
