import { sandboxApps, type PlatformTools } from '../../infra/platforms/adapter.ts';
import { blueskyPublisher } from '../../infra/platforms/bluesky/publisher.ts';
import { sandboxHosts } from '../../infra/platforms/hosts.ts';
import { platformHttp } from '../../infra/platforms/http.ts';
import { mastodonPublisher } from '../../infra/platforms/mastodon/publisher.ts';
import { twitterPublisher } from '../../infra/platforms/twitter/publisher.ts';
import type { SandboxObject } from '../../infra/sandbox/store.ts';
import type { ProcessManager, RunnableProcess } from '../../processes/kernel/process-manager.ts';
import { destinations } from '../../processes/publishing/destinations.ts';
import { duePosts, runDuePosts } from '../../processes/publishing/due-posts.ts';
import { firstComments, runFirstComments } from '../../processes/publishing/first-comments.ts';
import type { PublishingPorts } from '../../processes/publishing/ports.ts';
import { runDestinations } from '../../processes/publishing/publish-destination.ts';
import { removals, runRemovals } from '../../processes/publishing/removals.ts';
import type { PostsAtLarge } from '../../processes/publishing/upkeep-ports.ts';
import { MemoryEventStore } from '../kernel/memory-event-store.ts';
import { Accounts, MemoryPacing } from './accounts.ts';
import { Client } from './client.ts';
import { Coverage } from './coverage.ts';
import { Dice } from './dice.ts';
import { InstanceTable } from './instance-table.ts';
import { violations } from './invariants.ts';
import type { Mutation } from './mutations.ts';
import { origin, PlayedPlatforms, playedPlatforms } from './played-platforms.ts';
import { Scheduler } from './scheduler.ts';
import { Service } from './service.ts';

export type Run = Readonly<{
  seed: number;
  /** What did not hold; empty for a good run. */
  violations: readonly string[];
  /** Everything that happened, in order. */
  trace: readonly string[];
  events: number;
  steps: number;
  virtualMinutes: number;
  /** How often each thing happened. */
  coverage: Readonly<Record<string, number>>;
}>;

export type Options = Readonly<{
  /** A fault built in on purpose. */
  mutation?: Mutation;
  /** Whether the run tells all that happens; it goes the same way without, and faster. */
  traced?: boolean;
}>;

const second = 1_000;
const minute = 60_000;
const start = Date.parse('2026-03-01T09:00:00.000Z');
/** Until when things go wrong and people change their minds. */
const troubled = 35 * minute;
/** A rate limit may ask for a day; what has not ended long after has got stuck. */
const patience = 30 * 60 * minute;

const hosts = sandboxHosts(origin);
const publishersOn = (tools: PlatformTools) => [
  twitterPublisher(tools),
  mastodonPublisher(tools),
  blueskyPublisher(tools),
];

/** Nobody has more scheduled than the plan allows. */
const withinPlan: PostsAtLarge = {
  publishedUntil: async () => [],
  firstPublishedAfter: async () => undefined,
  scheduledCount: async () => 0,
  scheduledBeyond: async () => [],
  pausedSince: async () => [],
};

/** One whole run of the publishing engine: everything that can differ between two runs comes from the seed. */
export const simulate = async (seed: number, { mutation, traced = false }: Options = {}): Promise<Run> => {
  const dice = new Dice(seed);
  const scheduler = new Scheduler(dice, start);
  const trace: string[] = [];
  const coverage = new Coverage();
  // The played Bluesky draws its identities itself; nothing else of a run is without the seed.
  const note = (line: string): void => {
    if (!traced) return;
    const same = line.replaceAll(/did:plc:\w+/g, 'did:plc:user');
    trace.push(`${((scheduler.now - start) / 1000).toFixed(3)} ${same}`);
  };
  const log = new MemoryEventStore();
  const table = new InstanceTable(() => scheduler.now);
  const platforms = new PlayedPlatforms(scheduler, dice, dice.chance(0.5), note);
  const accounts = new Accounts(
    await Promise.all(
      playedPlatforms.map(async (platform) => {
        const id = platform.toLowerCase();
        const connected = await platforms.connect(platform, id);
        return { id, platform, ...connected, connected: true, status: 'ACTIVE' as const, tokenVersion: 1 };
      }),
    ),
    dice,
  );
  const pacing = new MemoryPacing(dice.between(2, 6));
  const bugs: string[] = [];
  let storeTrouble = 0;

  const processesOf = (service: Service): readonly RunnableProcess[] => {
    const http = platformHttp({ fetch: platforms.fetchOver(service.way), now: () => scheduler.now });
    const publishers = publishersOn({ http, hosts, apps: sandboxApps });
    const ports: PublishingPorts = {
      publishers: (platform) => {
        const publisher = publishers.find((each) => each.platform === platform);
        if (!publisher) throw new Error(`${platform} has no publisher`);
        return mutation?.publisher?.(publisher) ?? publisher;
      },
      accounts: accounts.over(service.io),
      media: () => {
        throw new Error('posts have no media here');
      },
      pacing: pacing.over(service.io),
      onBug: (error, where) => {
        note(`${service.name} met a bug: ${String(error)} ${JSON.stringify(where)}`);
        bugs.push(`a bug was met: ${String(error)}`);
      },
    };
    const processes = [runDuePosts(withinPlan), runDestinations(ports), runFirstComments(ports), runRemovals(ports)];
    return processes.map((process) => mutation?.process?.(process) ?? process);
  };

  let named = 0;
  let services: Service[] = [];
  const draining: Service[] = [];
  const alive = (): string[] => [...services, ...draining].filter(({ isDead }) => !isDead).map(({ name }) => name);
  const begin = (): void => {
    const service = new Service(`s${(named += 1)}`, {
      ...{ scheduler, dice, table, alive, note },
      store: log,
      storeTrouble: () => storeTrouble,
      processes: processesOf,
    });
    services.push(service);
    service.start();
    note(`${service.name} starts`);
    if (dice.chance(0.5)) scheduler.after(dice.between(0, 5 * second), () => void table.freeDead(alive()));
  };

  // The log reaches the folds late, in batches of any size, each manager by itself.
  const managers = [duePosts, destinations, firstComments, removals] as unknown as readonly ProcessManager[];
  const checkpoints = new Map<string, number>(managers.map(({ name }) => [name, 0]));
  const underWay = new Set<string>();
  const deliver = (manager: ProcessManager): void => {
    if (underWay.has(manager.name)) return;
    underWay.add(manager.name);
    scheduler.after(dice.chance(0.03) ? dice.between(1 * second, 20 * second) : dice.between(1, 40), () => {
      underWay.delete(manager.name);
      const from = checkpoints.get(manager.name) ?? 0;
      const to = Math.min(log.log.length, from + dice.between(1, 12));
      const wakes = table.fold(manager, log.log.slice(from, to));
      checkpoints.set(manager.name, to);
      if (wakes) for (const { worker } of services) worker.wake();
      if (to < log.log.length) deliver(manager);
    });
  };
  let seen = 0;
  const followLog = (): void => {
    if (seen === log.log.length) return;
    if (traced)
      for (const event of log.log.slice(seen)) note(`  ${event.stream} ${event.type} ${JSON.stringify(event.data)}`);
    seen = log.log.length;
    for (const manager of managers) deliver(manager);
  };

  const anyService = (): Service | undefined => (services.length > 0 ? dice.oneOf(services) : undefined);
  const clients = Array.from(
    { length: dice.between(1, 3) },
    (_, index) => new Client(index + 1, { scheduler, dice, log, accounts, platforms, anyService, note }),
  );

  const mishap = (): void => {
    const service = dice.oneOf(services);
    switch (dice.oneOf(['crash', 'crash', 'crash', 'restart', 'pause', 'account', 'account'] as const)) {
      case 'crash':
        note(`${service.name} crashes`);
        service.crash();
        services = services.filter((each) => each !== service);
        scheduler.after(dice.between(10, 20 * second), begin);
        break;
      case 'restart':
        note(`${service.name} is stopped`);
        services = services.filter((each) => each !== service);
        draining.push(service);
        void service.stop();
        begin();
        break;
      case 'pause': {
        const milliseconds = dice.between(1 * second, 90 * second);
        note(`${service.name} freezes for ${milliseconds} ms`);
        service.pause(milliseconds);
        break;
      }
      case 'account': {
        const account = dice.oneOf(accounts.all);
        note(`${account.id} is ${account.connected ? 'disconnected' : 'connected'}`);
        account.connected = !account.connected;
        if (account.connected) Object.assign(account, { status: 'ACTIVE', tokenVersion: account.tokenVersion + 1 });
        break;
      }
    }
  };
  const misfortune = dice.oneOf([0, 20 * second, 60 * second, 4 * minute]);
  const strike = (): void => {
    if (scheduler.now - start > troubled) return;
    if (services.length > 0) mishap();
    scheduler.after(dice.between(0, 2 * misfortune), strike);
  };

  begin();
  if (dice.chance(0.5)) begin();
  platforms.trouble = dice.oneOf([0, 0.1, 0.3, 0.5]);
  accounts.trouble = dice.oneOf([0, 0.2]);
  storeTrouble = dice.oneOf([0, 0, 0.03]);
  if (misfortune > 0) scheduler.after(dice.between(0, 2 * misfortune), strike);
  const lives = clients.map((client) => client.live(start + troubled));
  const failures: string[] = [];
  for (const life of lives) life.catch((error: unknown) => failures.push(`a client met ${String(error)}`));

  const everyStep = (done: () => boolean) => (): boolean => {
    followLog();
    return failures.length > 0 || done();
  };
  await scheduler.runUntil(
    everyStep(() => clients.every(({ finished }) => finished) && scheduler.now - start > troubled),
    start + troubled + 60 * minute,
  );
  note('the troubles are over');
  platforms.trouble = 0;
  accounts.trouble = 0;
  storeTrouble = 0;
  for (const account of accounts.all) Object.assign(account, { connected: true, status: 'ACTIVE' });
  if (services.length === 0) begin();
  const settled = await scheduler.runUntil(
    everyStep(() => table.rows.size === 0 && [...checkpoints.values()].every((at) => at === log.log.length)),
    scheduler.now + patience,
  );
  const made = new Map<string, readonly SandboxObject[]>();
  for (const { id, platform, account } of accounts.all) made.set(id, await platforms.made(platform, account.nativeId));
  const found = [
    ...failures,
    ...bugs,
    ...(settled ? [] : [`left for ever: ${[...table.rows.keys()].join(', ')}`]),
    ...violations({ log: log.log, clients, managers, table, made: (id) => made.get(id) ?? [] }),
  ];
  for (const { type } of log.log) coverage.count(`event: ${type}`);
  for (const service of [...services, ...draining]) service.crash();
  return {
    seed,
    violations: found,
    trace,
    events: log.log.length,
    steps: scheduler.steps,
    coverage: coverage.toJSON(),
    virtualMinutes: Math.round((scheduler.now - start) / minute),
  };
};
