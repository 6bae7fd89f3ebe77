import type { ConnectPorts } from '../../commands/accounts/connect-account.ts';
import { testApps } from '../support/sandbox-apps.ts';
import { platformAdapters, type PlatformAdapters } from '../../infra/outside/platforms/all.ts';
import type { PlatformAdapter } from '../../infra/outside/platforms/adapter.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { sandboxHosts } from '../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../infra/outside/platforms/http.ts';
import { forgetTokens } from '../../commands/accounts/forget-tokens.ts';
import { refreshFlight } from '../../commands/accounts/refresh-flight.ts';
import { publishingAccounts } from '../../infra/adapters/accounts/publishing-accounts.ts';
import { TokenSource } from '../../infra/adapters/accounts/token-source.ts';
import { accountRelease } from '../../processes/accounts/account-release.ts';
import { erasure } from '../../processes/erasure/erasure.ts';
import { withPorts, type PortsOf, type ProcessManager } from '../../processes/kernel/process.ts';
import { planOfOwner } from '../../processes/billing/plan-of-owner.ts';
import { subscriptionTimers } from '../../processes/billing/subscription-timers.ts';
import { unusedSubscriptions } from '../../processes/billing/unused-subscriptions.ts';
import { workspaceGrace } from '../../processes/billing/workspace-grace.ts';
import { bulkGeneration } from '../../processes/bulk-generation/bulk-generation.ts';
import { calendarResults } from '../../processes/calendar/calendar-results.ts';
import { contactImports } from '../../processes/contacts/contact-imports.ts';
import { imageItems } from '../../processes/image-jobs/image-items.ts';
import { invitationMails } from '../../processes/workspaces/invitation-mails.ts';
import { broadcastLanes } from '../../processes/broadcasts/broadcast-lanes.ts';
import { dueBroadcasts } from '../../processes/broadcasts/due-broadcasts.ts';
import { paymentSettlement } from '../../processes/billing/payment-settlement.ts';
import { purchasedCredits } from '../../processes/billing/purchased-credits.ts';
import { destinations } from '../../processes/posts/destinations.ts';
import { duePosts } from '../../processes/posts/due-posts.ts';
import { firstComments } from '../../processes/posts/first-comments.ts';
import { removals } from '../../processes/posts/removals.ts';
import type { PostsAtLarge } from '../../processes/posts/posts-at-large.ts';
import { sequenceResumptions } from '../../processes/sequences/sequence-resumptions.ts';
import { sequenceRuns } from '../../processes/sequences/sequence-runs.ts';
import { tokenRefresh } from '../../processes/accounts/token-refresh.ts';
import { webhookDeliveries } from '../../processes/webhooks/webhook-deliveries.ts';
import { webhookHealth } from '../../processes/webhooks/webhook-health.ts';
import { simulatedMedia } from './composition.ts';
import { origin } from './simulated-platforms.ts';
import type { Service, ServiceParts } from './service.ts';
import type { World } from './world.ts';

const hosts = sandboxHosts(origin);

/** No workspace has more scheduled than the plan allows. */
const withinPlan: PostsAtLarge = {
  publishedUntil: async () => [],
  firstPublishedAfter: async () => undefined,
  scheduledCount: async () => 0,
  scheduledAhead: async () => 0,
  scheduledBeyond: async () => [],
  pausedSince: async () => [],
};

const simulated = [duePosts, destinations, firstComments, removals, tokenRefresh, accountRelease, erasure] as const;

/** The process managers whose folds a run runs. */
export const managersOf = ({
  webhooks,
  payments,
  broadcasts,
  sequences,
  calendars,
  jobs,
  household,
  mutation,
}: World): readonly ProcessManager[] => {
  const managers: readonly ProcessManager[] = [
    ...simulated,
    ...(webhooks ? [webhookDeliveries, webhookHealth] : []),
    ...(payments ? [paymentSettlement, purchasedCredits] : []),
    ...(broadcasts ? [broadcastLanes, dueBroadcasts] : []),
    ...(sequences ? [sequenceRuns, sequenceResumptions] : []),
    ...(calendars ? [calendarResults] : []),
    ...(jobs ? [imageItems, bulkGeneration, contactImports] : []),
    ...(household ? [subscriptionTimers, planOfOwner, workspaceGrace, unusedSubscriptions, invitationMails] : []),
  ];
  return managers.map((manager) => mutation?.manager?.(manager) ?? manager);
};

/** What `infra/composition/processes.ts` and `platforms.ts` put together, on the ports of one simulated service. */
export const partsOf = (service: Service, world: World): ServiceParts => {
  const { scheduler, platforms, accounts, pacing, claims, mutation, bugs, note } = world;
  const http = platformHttp({ fetch: platforms.fetchOver(service.way), now: () => scheduler.now });
  let built: PlatformAdapters | undefined;
  const adapterOf = (platform: Platform): PlatformAdapter => {
    // Many a service dies before it speaks to a platform.
    built ??= platformAdapters({ http, hosts, apps: testApps }, platforms.simulated);
    const adapter = built.get(platform);
    if (!adapter) throw new Error(`${platform} is not simulated`);
    return adapter;
  };
  const connectors: ConnectPorts['connectors'] = { of: (_, platform) => adapterOf(platform).connector };
  const vault = accounts.tokens.over(service);
  const wait = (milliseconds: number) => new Promise<void>((resolve) => void service.way.after(milliseconds, resolve));
  const renew = refreshFlight({ vault, connectors, wait });
  const now = () => new Date(scheduler.now);
  const tokens = new TokenSource({ commands: service.commands, vault, connectors, now, renew });
  const ports: PortsOf<typeof simulated> = {
    posts: withinPlan,
    renewToken: renew,
    forgetTokens: forgetTokens({ vault, connectors }),
    commentsOf: async () => [],
    contactsOf: async () => [],
    importsOf: async () => [],
    forgetImport: async () => {},
    forgetContact: async () => {},
    keepTombstone: async () => {},
    forgetAnswers: async () => {},
    forgetPerson: async () => {},
    forgetInvitation: async () => {},
    deleteFiles: async () => {},
    forgetWorkspace: async () => {},
    publishers: (platform) => {
      const { publisher } = adapterOf(platform);
      const recorded = world.approvals?.outgoing.over(publisher) ?? publisher;
      return mutation?.publisher?.(recorded) ?? recorded;
    },
    accounts: publishingAccounts(tokens),
    media: simulatedMedia,
    addSilence: undefined,
    pacing: pacing.over(service.io),
    claims: claims.over(service.io),
    onBug: (error, where) => {
      note(`${service.name} met a bug: ${String(error)} ${JSON.stringify(where)}`);
      bugs.push(`a bug was met: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    },
  };
  const parts = { connecting: { vault, connectors }, renew };
  if (service.role === 'api') return { processes: [], ...parts };
  const processes = [
    ...withPorts(simulated, ports),
    ...(world.webhooks?.processesFor(service) ?? []),
    ...(world.payments?.processesFor(service) ?? []),
    ...(world.broadcasts?.processesFor(service) ?? []),
    ...(world.sequences?.processesFor(service) ?? []),
    ...(world.calendars?.processes() ?? []),
    ...(world.jobs?.processesFor(service) ?? []),
    ...(world.household?.processesFor(service) ?? []),
  ];
  return { processes: processes.map((process) => mutation?.process?.(process) ?? process), ...parts };
};
