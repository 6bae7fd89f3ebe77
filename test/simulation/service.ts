import type { ConnectPorts } from '../../commands/accounts/connect-account.ts';
import { StoreUnavailable, type StreamStore } from '../../domain/kernel/event-store.ts';
import type { CommandContext, CommandOptions, Handled } from '../../commands/kernel/command.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import type { RenewToken } from '../../domain/accounts/token-renewal.ts';
import type { post } from '../../domain/posts/post.ts';
import type { PostState } from '../../domain/posts/state.ts';
import type { Claimed } from '../../processes/kernel/instance-store.ts';
import { actContext, type ActContext, type Lease } from '../../processes/kernel/act-context.ts';
import type { RunnableProcess } from '../../processes/kernel/process.ts';
import type { Timers } from '../../commands/kernel/timers.ts';
import { ProcessWorker } from '../../processes/kernel/worker.ts';
import { instancesOver, type InstanceTable } from './instance-table.ts';
import type { Way } from './simulated-platforms.ts';
import type { Dice } from './dice.ts';
import { remembering } from './remembering.ts';
import type { Scheduler } from './scheduler.ts';

/** A call of a service over a connection: named, to know afterwards where services died. */
export type Io = <T>(what: string, effect: () => T | Promise<T>) => Promise<T>;

/** What one service is put together of. */
export type ServiceParts = Readonly<{
  processes: readonly RunnableProcess[];
  connecting: ConnectPorts;
  renew: RenewToken;
}>;

/** Which part of the service a node is. */
export type Role = 'all' | 'api' | 'processes';

export type ServiceWorld = Readonly<{
  role: Role;
  scheduler: Scheduler;
  dice: Dice;
  store: StreamStore;
  /** What requests about posts are decided by. */
  posts: typeof post;
  table: InstanceTable;
  /** The names whose database sessions stand. */
  alive: () => readonly string[];
  /** Chance that an append is not answered. */
  storeTrouble: () => number;
  parts: (service: Service) => ServiceParts;
  /** Whether the service is to die at the point that is named. */
  strikes: (where: string) => boolean;
  /** Called when it dies by itself. */
  died: (service: Service) => void;
  note: (line: string) => void;
}>;

type Session = Readonly<{ name: string; end: AbortController }>;

const sessionOf = (service: string, number: number): Session => ({
  name: `${service}/${number}`,
  end: new AbortController(),
});

/**
 * One running service: the real command handler and worker over ports that take virtual time. When it dies, nothing it had under way
 * continues: answers no longer reach it and what it had not asked for yet is never asked.
 */
export class Service {
  readonly name: string;
  readonly role: Role;
  readonly commands: CommandHandler;
  readonly worker: ProcessWorker;
  readonly way: Way;
  /** What its endpoints connect accounts with. */
  readonly connecting: ConnectPorts;
  readonly renew: RenewToken;
  readonly #world: ServiceWorld;
  readonly #stopping = new AbortController();
  readonly #deaths = new Set<() => void>();
  readonly #asleep = new Set<() => void>();
  #session: Session;
  #sessions = 1;
  #dead = false;
  #pausedUntil = 0;
  #working: Promise<void> | undefined;

  constructor(name: string, world: ServiceWorld) {
    this.name = name;
    this.role = world.role;
    this.#session = sessionOf(name, 1);
    this.#world = world;
    this.way = {
      after: (milliseconds, run) => this.#after(milliseconds, run),
      dies: (where) => this.#dies(where),
      onDeath: (end) => {
        // What was still running when it died gets nothing any more that would have to be given back.
        if (this.#dead) queueMicrotask(end);
        this.#deaths.add(end);
        return () => void this.#deaths.delete(end);
      },
    };
    this.commands = new CommandHandler(this.#storePort(), {
      clock: () => world.scheduler.now,
      linger: () => new Promise((resolve) => void this.#after(0, resolve)),
    });
    const timers: Timers = {
      now: () => world.scheduler.now,
      after: (milliseconds, run) => this.#after(milliseconds, run),
      every: (milliseconds, run) => this.#every(milliseconds, run),
    };
    const { processes, connecting, renew } = world.parts(this);
    this.connecting = connecting;
    this.renew = renew;
    this.worker = new ProcessWorker({
      name: { held: async () => ({ name: this.#session.name, lost: this.#session.end.signal }) },
      processes,
      instances: instancesOver(world.table, { io: this.io, dice: world.dice, alive: world.alive }),
      contextFor: (claimed, lease) => this.#contextFor(claimed, lease),
      laneRoom: 24,
      timing: { maxSleepMilliseconds: 300_000 },
      timers,
      report: {
        failed: ({ process, instance }, error) => world.note(`${name} ${process}/${instance} failed: ${String(error)}`),
        fault: (error) => world.note(`${name} fault: ${String(error)}`),
      },
    });
  }

  /** The name in its leases, which lives as long as its database session. */
  get sessionName(): string {
    return this.#session.name;
  }

  /** The server ends its database session. It learns of that when it next moves, and continues under another name. */
  loseSession(): void {
    const { end } = this.#session;
    this.#session = sessionOf(this.name, (this.#sessions += 1));
    this.#after(0, () => end.abort());
  }

  get isDead(): boolean {
    return this.#dead;
  }

  start(): void {
    if (this.role !== 'api') this.#working = this.worker.run(this.#stopping.signal);
  }

  /** Dies on the spot. */
  crash(): void {
    this.#dead = true;
    for (const end of this.#deaths) end();
    this.#deaths.clear();
  }

  /** Ends as a service does that is asked to, and is gone. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#working;
    // Its connections end with it, and what still waits on them.
    this.crash();
  }

  /** Nothing moves in it for a while, as when its machine is frozen; then it continues. */
  pause(milliseconds: number): void {
    this.#pausedUntil = this.#world.scheduler.now + milliseconds;
  }

  /** A call over a connection: a way there, the effect as a whole, a way back. The service may die at each end of it. */
  readonly io: Io = <T>(what: string, effect: () => T | Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const { dice } = this.#world;
      const latency = (): number => (dice.chance(0.02) ? dice.between(200, 2_000) : dice.between(0, 12));
      if (this.#dies(`before ${what}`)) return;
      this.#after(latency(), () => {
        const back = (answer: () => void) =>
          this.#after(latency(), () => {
            if (!this.#dies(`after ${what}`)) answer();
          });
        const settle = (work: T | Promise<T>): void => {
          if (!(work instanceof Promise)) return void back(() => resolve(work));
          void this.#world.scheduler.whole(() =>
            work.then(
              (value) => void back(() => resolve(value)),
              (error: Error) => void back(() => reject(error)),
            ),
          );
        };
        try {
          settle(effect());
        } catch (error) {
          back(() => reject(error as Error));
        }
      });
    });

  /** Sends a client's command through this service; never answers once it is dead. */
  async handle(
    id: string,
    command: PostCommand,
    context: CommandContext,
    options?: CommandOptions<PostEvent>,
  ): Promise<Handled<PostState, PostEvent>> {
    await new Promise<void>((resolve) => void this.#after(1, resolve));
    const handled = await this.commands.handle(remembering(this.#world.posts), id, command, { ...context, ...options });
    return new Promise((resolve) => void this.#after(1, () => resolve(handled)));
  }

  #dies(where: string): boolean {
    if (this.#dead || !this.#world.strikes(where)) return this.#dead;
    this.crash();
    this.#world.died(this);
    return true;
  }

  #after(milliseconds: number, run: () => void): () => void {
    const { scheduler, dice } = this.#world;
    let cancel = (): void => {};
    const fire = (): void => {
      if (this.#dead) return;
      const frozen = this.#pausedUntil - scheduler.now;
      if (frozen > 0) cancel = scheduler.after(frozen + dice.between(0, 5), fire);
      else run();
    };
    cancel = scheduler.after(milliseconds, fire);
    return () => cancel();
  }

  /**
   * Ticks only while an action is under way, beginning anywhere within its period: nothing else
   * needs the worker's ticks.
   */
  #every(milliseconds: number, run: () => void): () => void {
    let cancel = (): void => {};
    const after = (wait: number): void => {
      cancel = this.#after(wait, () => {
        run();
        if (this.worker.inFlight > 0) after(milliseconds);
        else this.#asleep.add(begin);
      });
    };
    const begin = (): void => after(this.#world.dice.between(1, milliseconds));
    this.#asleep.add(begin);
    return () => {
      cancel();
      this.#asleep.delete(begin);
    };
  }

  #storePort(): StreamStore {
    const { store, dice, storeTrouble, note } = this.#world;
    return {
      read: (stream, options) => this.io('a read of the log', () => store.read(stream, options)),
      append: (stream, expected, events) =>
        this.io('an append', async () => {
          const lost = dice.chance(storeTrouble()) ? dice.oneOf(['before', 'after'] as const) : undefined;
          if (lost) note(`${this.name} append to ${stream} unanswered (${lost})`);
          if (lost === 'before') throw new StoreUnavailable('the store did not answer');
          const appended = await store.append(stream, expected, events);
          if (lost === 'after') throw new StoreUnavailable('the store did not answer');
          return appended;
        }),
    };
  }

  /** The context of the engine, its time and its decisions virtual. */
  #contextFor(claimed: Claimed, lease: Lease): ActContext {
    for (const begin of this.#asleep) begin();
    this.#asleep.clear();
    return actContext(claimed, lease, {
      commands: {
        handle: (decider, ...rest) => this.commands.handle(remembering(decider), ...rest),
        load: (decider, ...rest) => this.commands.load(remembering(decider), ...rest),
      },
      now: () => new Date(this.#world.scheduler.now),
      wait: (milliseconds, _mode, signal) =>
        new Promise((resolve, reject) => {
          const aborted = (): void => reject(signal.reason as Error);
          signal.addEventListener('abort', aborted);
          this.#after(milliseconds, () => {
            signal.removeEventListener('abort', aborted);
            resolve();
          });
        }),
    });
  }
}
