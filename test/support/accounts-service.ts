import { randomBytes, randomUUID } from 'node:crypto';
import type { FaultKind, FaultOperation } from '@social-publishing/platform-sandbox';
import { accountEndpoints } from '../../commands/accounts/account-endpoints.ts';
import type { Connectors } from '../../commands/accounts/connectors.ts';
import { forgetTokens } from '../../commands/accounts/forget-tokens.ts';
import { refreshFlight } from '../../commands/accounts/refresh-flight.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Connector } from '../../domain/platforms/connector.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { liveAccountReads } from '../../infra/adapters/accounts/live-account-reads.ts';
import { SealedAuthorizations } from '../../infra/adapters/accounts/pending-authorizations.ts';
import { platformConnectors } from '../../infra/adapters/accounts/platform-connectors.ts';
import { SealedTokens } from '../../infra/adapters/accounts/sealed-tokens.ts';
import { TokenSource } from '../../infra/adapters/accounts/token-source.ts';
import { testApps } from './sandbox-apps.ts';
import { platformAdapters } from '../../infra/outside/platforms/all.ts';
import { sandboxHosts } from '../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../infra/outside/platforms/http.ts';
import { Keyring } from '../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../infra/stores/secrets/vault.ts';
import { accountRelease } from '../../processes/accounts/account-release.ts';
import { withPorts } from '../../processes/kernel/process.ts';
import { tokenRefresh } from '../../processes/accounts/token-refresh.ts';
import { accounts } from '../../projections/accounts/accounts.ts';
import { accountReads } from '../../read-api/accounts/account-reads.ts';
import { startPartialService, type ServiceClock } from './partial-service.ts';
import { usePartialService, type TestStores } from './use-partial-service.ts';
import { Lab } from '../infra/outside/platforms/lab.ts';

/**
 * Everything about accounts as the service runs it: HTTP, log, read model, processes, vault, and the sandbox on a socket of
 * its own. The test clock moves only when it is advanced.
 */
const startAccountsService = async ({ database, log }: TestStores, simulated: readonly Connector[]) => {
  const lab = new Lab();
  await lab.start();
  const now = () => lab.clock.now();
  const clock: ServiceClock = {
    now: (mode) => (mode === 'test' ? now() : new Date()),
    get aheadMs() {
      return now().getTime() - Date.now();
    },
  };
  const keyring = new Keyring([['test', randomBytes(32)]]);
  const vault = new SealedTokens(new Vault(database, keyring));
  const adapters = platformAdapters({
    http: platformHttp({ timeoutMs: 2_000 }),
    hosts: sandboxHosts(lab.origin),
    apps: testApps,
  });
  const sandbox = platformConnectors({ live: new Map(), test: adapters });
  const connectors: Connectors = {
    of: (scope, platform) => simulated.find((each) => each.platform === platform) ?? sandbox.of(scope, platform),
  };
  const commands = new CommandHandler(log.store);
  const renew = refreshFlight({ vault, connectors, wait: async () => undefined });
  const tokens = new TokenSource({ commands, vault, connectors, now, renew });
  const pending = new SealedAuthorizations(database, keyring);

  const service = await startPartialService({
    store: log.store,
    database,
    commands,
    clock,
    projections: [accounts],
    processes: withPorts([tokenRefresh, accountRelease], {
      renewToken: renew,
      forgetTokens: forgetTokens({ vault, connectors }),
    }),
  });
  const edge = await service.serve({
    writes: accountEndpoints({
      connectors,
      vault,
      pending,
      renew,
      consoleUrl: 'http://localhost:3000/console',
      waitingPosts: async () => [],
    }),
    reads: accountReads(liveAccountReads({ tokens, connectors })),
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
    faults: service.faults,
    aWorkspace,
    /** Moves the test clock; what became due is carried out by itself. */
    advance: (milliseconds: number) => {
      lab.clock.advance(milliseconds);
      service.wake();
    },
    stop: async () => {
      await service.stop();
      await lab.stop();
    },
  };
};

export type AccountsService = Awaited<ReturnType<typeof startAccountsService>>;

export const redirectUri = 'https://app.example.com/oauth/back';

/** The service for the tests of one `describe`. */
export const useAccountsService = (simulated: readonly Connector[] = []) =>
  usePartialService((stores) => startAccountsService(stores, simulated));
