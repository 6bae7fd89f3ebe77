import { sandboxApps } from '../../infra/platforms/adapter.ts';
import { platformAdapters } from '../../infra/platforms/all.ts';
import { sandboxHosts } from '../../infra/platforms/hosts.ts';
import { platformHttp } from '../../infra/platforms/http.ts';
import type { ProcessManager, RunnableProcess } from '../../processes/kernel/process-manager.ts';
import { destinations } from '../../processes/publishing/destinations.ts';
import { duePosts, runDuePosts } from '../../processes/publishing/due-posts.ts';
import { firstComments, runFirstComments } from '../../processes/publishing/first-comments.ts';
import type { PublishingPorts } from '../../processes/publishing/ports.ts';
import { runDestinations } from '../../processes/publishing/publish-destination.ts';
import { removals, runRemovals } from '../../processes/publishing/removals.ts';
import type { PostsAtLarge } from '../../processes/publishing/upkeep-ports.ts';
import { playedMedia } from './composition.ts';
import { origin } from './played-platforms.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

const hosts = sandboxHosts(origin);

/** Nobody has more scheduled than the plan allows. */
const withinPlan: PostsAtLarge = {
  publishedUntil: async () => [],
  firstPublishedAfter: async () => undefined,
  scheduledCount: async () => 0,
  scheduledBeyond: async () => [],
  pausedSince: async () => [],
};

/** The process managers whose folds a run plays. */
export const simulatedManagers = [
  duePosts,
  destinations,
  firstComments,
  removals,
] as unknown as readonly ProcessManager[];

/** The processes as `infra/composition/processes.ts` puts them together, on the ports of one simulated service. */
export const processesOf = (service: Service, world: World): readonly RunnableProcess[] => {
  const { scheduler, platforms, accounts, pacing, mutation, bugs, note } = world;
  const http = platformHttp({ fetch: platforms.fetchOver(service.way), now: () => scheduler.now });
  const adapters = platformAdapters({ http, hosts, apps: sandboxApps }, platforms.played);
  const ports: PublishingPorts = {
    publishers: (platform) => {
      const publisher = adapters.get(platform)?.publisher;
      if (!publisher) throw new Error(`${platform} is not played`);
      return mutation?.publisher?.(publisher) ?? publisher;
    },
    accounts: accounts.over(service.io),
    media: playedMedia,
    pacing: pacing.over(service.io),
    onBug: (error, where) => {
      note(`${service.name} met a bug: ${String(error)} ${JSON.stringify(where)}`);
      bugs.push(`a bug was met: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    },
  };
  const processes = [runDuePosts(withinPlan), runDestinations(ports), runFirstComments(ports), runRemovals(ports)];
  return processes.map((process) => mutation?.process?.(process) ?? process);
};
