import { setTimeout as pause } from 'node:timers/promises';
import {
  postgresSandboxStore,
  sandboxApps,
  type SandboxWorld,
  signedRedirects,
} from '@social-publishing/platform-sandbox';
import type { Publishers } from '../../processes/posts/ports.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import { refreshFlight } from '../../commands/accounts/refresh-flight.ts';
import type { Connectors } from '../../commands/accounts/connectors.ts';
import { platformConnectors, type AdaptersByMode } from '../adapters/accounts/platform-connectors.ts';
import { insightsSource } from '../adapters/analytics/insights-source.ts';
import { publicReportBase, reportAddresses, type ReportAddresses } from '../adapters/accounts/report-addresses.ts';
import { SealedTokens } from '../adapters/accounts/sealed-tokens.ts';
import { TokenSource } from '../adapters/accounts/token-source.ts';
import { guardedFetch } from '../outside/http/guarded-fetch.ts';
import { platformAdapters } from '../outside/platforms/all.ts';
import { realHosts, sandboxHosts } from '../outside/platforms/hosts.ts';
import { platformHttp } from '../outside/platforms/http.ts';
import { conversationsIn } from '../adapters/contacts/conversations.ts';
import { messageStatusesIn } from '../adapters/platform-webhooks/message-statuses.ts';
import { platformWebhooksPrefix } from '../edge/http/platform-webhooks.ts';
import { keptKey } from '../stores/secrets/kept-key.ts';
import { measuredPublisher } from '../adapters/measured/measured-calls.ts';
import type { InsightsSource } from '../../domain/analytics/insights-source.ts';
import type { PlatformApps } from '../outside/platforms/adapter.ts';
import type { Access } from './access.ts';
import { liveApps } from './client-document.ts';
import type { Infrastructure } from './infrastructure.ts';

export type Platforms = Readonly<{
  /** The registrations of live accounts. */
  apps: PlatformApps;
  adapters: AdaptersByMode;
  publishers: Publishers;
  connectors: Connectors;
  tokens: TokenSource;
  vault: SealedTokens;
  renew: ReturnType<typeof refreshFlight>;
  insights: InsightsSource;
  /** Where platforms report what happens to accounts. */
  reportAddresses: ReportAddresses;
  /** The simulated platforms, where test mode is on. */
  sandbox: SandboxWorld | undefined;
  /** Ends the connections to the real platforms. */
  close(): Promise<void>;
}>;

/** Connections to one platform: more than the sends at once, so that an upload delays no read. */
const connectionsPerHost = 64;

/**
 * Publishers and connectors in two sets: real hosts for live workspaces, the sandbox's for test
 * ones.
 */
export const openPlatforms = async (infrastructure: Infrastructure, { commands }: Access): Promise<Platforms> => {
  const { config, database, clocks, metrics, vault: secrets } = infrastructure;
  // People name servers of their own (Mastodon, Bluesky), and servers name others. None of them may
  // be in our network.
  const outbound = guardedFetch({ exempt: config.webhookAllowedRanges, connections: connectionsPerHost });
  const statuses = messageStatusesIn(commands);
  const conversations = conversationsIn(commands);
  const apps = await liveApps(infrastructure);
  const live = platformAdapters({
    statuses,
    conversations,
    http: platformHttp({ fetch: outbound.fetch }),
    hosts: realHosts(config.platformAddresses),
    apps,
  });
  const simulatedApps = config.testMode ? sandboxApps(await keptKey(infrastructure, 'sandbox-apps')) : undefined;
  const test = simulatedApps
    ? platformAdapters({
        statuses,
        conversations,
        http: platformHttp({ now: () => clocks.now('test').getTime() }),
        hosts: sandboxHosts(config.sandboxUrl),
        apps: simulatedApps,
      })
    : undefined;
  const adapters = { live, test };
  // Kept, because the page of a consent may be served by another node than the one that asked for it.
  const redirects = config.testMode ? signedRedirects(await keptKey(infrastructure, 'sandbox-redirects')) : undefined;
  const connectors = platformConnectors(adapters, redirects);
  const vault = new SealedTokens(secrets);
  const renew = refreshFlight({ vault, connectors, wait: (milliseconds) => pause(milliseconds) });
  const tokens = new TokenSource({ commands, vault, connectors, now: (mode) => clocks.now(mode), renew });
  return {
    apps,
    adapters,
    connectors,
    tokens,
    vault,
    renew,
    reportAddresses: reportAddresses(await keptKey(infrastructure, 'platform-webhooks'), {
      live: publicReportBase(config.publicUrl),
      ...(config.testMode && { test: config.sandboxUrl }),
    }),
    insights: insightsSource({ adapters, tokens, metrics, now: (mode) => clocks.now(mode) }),
    publishers: (platform, mode) => {
      const publisher = adapters[mode]?.get(platform)?.publisher;
      if (!publisher) throw new PlatformError('refused', 'PUBLISH_ERROR', `${platform} cannot be published to here`);
      return measuredPublisher(publisher, metrics);
    },
    sandbox: simulatedApps
      ? {
          store: postgresSandboxStore(database.kysely),
          apps: simulatedApps,
          now: () => clocks.now('test'),
          origin: config.sandboxUrl,
          webhooks: `${config.sandboxUrl}${platformWebhooksPrefix}test/`,
          ...(redirects && { redirects }),
        }
      : undefined,
    close: outbound.close,
  };
};
