import { platforms as everyPlatform, type Platform } from '../../domain/platforms/platform.ts';
import type { SandboxObject } from '../../infra/sandbox/store.ts';
import { MemoryEventStore } from '../kernel/memory-event-store.ts';
import { Accounts, MemoryPacing } from './accounts.ts';
import { Client } from './client.ts';
import { Coverage } from './coverage.ts';
import { Dice } from './dice.ts';
import { simulatedManagers } from './engine.ts';
import { Fleet } from './fleet.ts';
import { InstanceTable } from './instance-table.ts';
import { violations } from './invariants.ts';
import { LogFollowers } from './log-followers.ts';
import { beginMishaps } from './mishaps.ts';
import type { Mutation } from './mutations.ts';
import { PlayedPlatforms } from './played-platforms.ts';
import { Scheduler } from './scheduler.ts';
import { seedRandomness } from './seeded-randomness.ts';
import type { World } from './world.ts';

export type Run = Readonly<{
  seed: number;
  /** What did not hold; empty for a good run. */
  violations: readonly string[];
  /** Everything that happened, in order; empty unless it was asked for. */
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

const minute = 60_000;
const start = Date.parse('2026-03-01T09:00:00.000Z');
/** Until when things go wrong and people change their minds. */
const troubled = 35 * minute;
/** A rate limit may ask for a day; what has not ended long after has got stuck. */
const patience = 30 * 60 * minute;

/** Up to four; those with threads more often, since they have most to get wrong. */
const drawPlatforms = (dice: Dice): Platform[] => {
  const drawn = new Set<Platform>();
  const count = dice.between(1, 4);
  while (drawn.size < count)
    drawn.add(
      dice.chance(0.4) ? dice.oneOf(['TWITTER', 'MASTODON', 'BLUESKY', 'THREADS'] as const) : dice.oneOf(everyPlatform),
    );
  return [...drawn];
};

const worldOf = async (seed: number, { mutation, traced }: Options, trace: string[]): Promise<World> => {
  const dice = new Dice(seed);
  const scheduler = new Scheduler(dice, start);
  const coverage = new Coverage();
  const note = traced
    ? (line: string) => void trace.push(`${((scheduler.now - start) / 1000).toFixed(3)} ${line}`)
    : () => {};
  const played = drawPlatforms(dice);
  const forgetful = dice.chance(0.5);
  const platforms = new PlayedPlatforms({ scheduler, dice, coverage, played, forgetful, note });
  const accounts = await Promise.all(
    played.map(async (platform) => {
      coverage.count(`platform: ${platform}`);
      const id = platform.toLowerCase();
      const connected = await platforms.connect(platform, id);
      return { id, platform, ...connected, connected: true, status: 'ACTIVE' as const, tokenVersion: 1 };
    }),
  );
  return {
    ...{ dice, scheduler, coverage, platforms, mutation, note },
    log: new MemoryEventStore(),
    table: new InstanceTable(() => scheduler.now),
    accounts: new Accounts(accounts, dice),
    pacing: new MemoryPacing(dice.between(2, 6)),
    troubles: { store: 0, deaths: 0 },
    bugs: [],
  };
};

const play = async (seed: number, options: Options): Promise<Run> => {
  const trace: string[] = [];
  const world = await worldOf(seed, options, trace);
  const { dice, scheduler, platforms, accounts, troubles, log, table, coverage, note, bugs } = world;
  const fleet = new Fleet(world);
  const followers = new LogFollowers(world, simulatedManagers, () => fleet.wake());
  const clients = Array.from({ length: dice.between(1, 3) }, (_, index) => new Client(index + 1, world, fleet));

  fleet.begin();
  if (dice.chance(0.5)) fleet.begin();
  platforms.trouble = dice.oneOf([0, 0.1, 0.3, 0.5]);
  accounts.trouble = dice.oneOf([0, 0.2]);
  troubles.store = dice.oneOf([0, 0, 0.03]);
  troubles.deaths = dice.oneOf([0, 0, 0.005, 0.02]);
  beginMishaps(world, fleet, start + troubled);
  const failures: string[] = [];
  for (const client of clients)
    client.live(start + troubled).catch((error: unknown) => failures.push(`a client met ${String(error)}`));

  const everyStep = (done: () => boolean) => (): boolean => {
    followers.follow();
    return failures.length > 0 || done();
  };
  await scheduler.runUntil(
    everyStep(() => scheduler.now - start > troubled && clients.every(({ finished }) => finished)),
    start + troubled + 60 * minute,
  );
  note('the troubles are over');
  platforms.trouble = 0;
  accounts.trouble = 0;
  Object.assign(troubles, { store: 0, deaths: 0 });
  for (const account of accounts.all) Object.assign(account, { connected: true, status: 'ACTIVE' });
  if (fleet.running.length === 0) fleet.begin();
  const settled = await scheduler.runUntil(
    everyStep(() => table.rows.size === 0 && followers.haveReadAll),
    scheduler.now + patience,
  );
  const made = new Map<string, readonly SandboxObject[]>();
  for (const { id, platform, account } of accounts.all) made.set(id, await platforms.made(platform, account.nativeId));
  const found = [
    ...failures,
    ...bugs,
    ...(settled ? [] : [`left for ever: ${[...table.rows.keys()].join(', ')}`]),
    ...violations({ log: log.log, clients, managers: simulatedManagers, table, made: (id) => made.get(id) ?? [] }),
  ];
  for (const { type } of log.log) coverage.count(`event: ${type}`);
  fleet.end();
  return {
    ...{ seed, violations: found, trace },
    ...{ events: log.log.length, steps: scheduler.steps, coverage: coverage.toJSON() },
    virtualMinutes: Math.round((scheduler.now - start) / minute),
  };
};

/** One whole run of the publishing engine: everything that can differ between two runs comes from the seed. */
export const simulate = async (seed: number, options: Options = {}): Promise<Run> => {
  const undo = seedRandomness(seed);
  try {
    return await play(seed, options);
  } finally {
    undo();
  }
};
