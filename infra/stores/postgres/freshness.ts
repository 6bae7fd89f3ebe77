import type { Kysely } from 'kysely';
import { z } from 'zod';
import { filter, firstValueFrom, map, race, Subject, timer } from 'rxjs';
import { checkpointChannel, readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { buildName, listBuilds, readModelChannel } from '../../../projections/kernel/read-models.ts';
import type { Database } from './database.ts';
import type { Notifications } from './listen.ts';

/** What a notification says of a projector's checkpoint. */
const Moved = z.object({ subscribers: z.array(z.string()), commit: z.string() });

type Options = Readonly<{
  database: Pick<Database, 'kysely'>;
  notifications: Notifications;
  /** Called when the checkpoints could not be read. They are soon read again. */
  onFault: (error: unknown) => void;
}>;

const retryMs = 1000;

/**
 * Tracks the position of the live build of each read model by the notifications of projections, and
 * lets readers wait for it. Reading a position takes no query.
 */
export class Freshness {
  readonly #options: Options;
  /** Commit by subscriber. */
  readonly #commits = new Map<string, bigint>();
  /** The subscriber that feeds what readers see, by model. */
  #live: ReadonlyMap<string, string> = new Map();
  /** Emits whenever a position has moved; completes with the close. */
  readonly #moves = new Subject<void>();
  /**
   * The position of a subscriber after a failed wait, and the least commit of such waits. Until the
   * subscriber moves, waits for that commit or a later one fail immediately. Waits for an earlier
   * commit still wait, because the later one may be after the end of the log.
   */
  readonly #inVain = new Map<string, Readonly<{ at: bigint; commit: bigint }>>();
  #reload: Promise<void> | undefined;
  #again = false;
  #retry: NodeJS.Timeout | undefined;
  #unsubscribe: (() => Promise<void>)[] = [];
  #closed = false;

  private constructor(options: Options) {
    this.#options = options;
  }

  static async open(options: Options): Promise<Freshness> {
    const freshness = new Freshness(options);
    const { notifications } = options;
    freshness.#unsubscribe = [
      await notifications.subscribe(checkpointChannel, (payload) => freshness.#moved(payload)),
      await notifications.subscribe(readModelChannel, () => void freshness.#load()),
    ];
    await freshness.#load();
    return freshness;
  }

  /**
   * Whether all these read models reach the commit within the time. Answers immediately where they
   * have reached it, or where one is parked.
   */
  wait(models: readonly string[], commit: bigint, timeoutMs: number): boolean | Promise<boolean> {
    if (this.#behind(models, commit) === undefined) return true;
    if (this.#closed || models.some((model) => this.#standsStill(model, commit))) return false;
    const reached = this.#moves.pipe(
      filter(() => this.#behind(models, commit) === undefined),
      map(() => true),
    );
    const timeUp = timer(timeoutMs).pipe(map(() => this.#atLast(models, commit)));
    return firstValueFrom(race(reached, timeUp), { defaultValue: false });
  }

  /** Ends all waits. The notifications stay open; their owner closes them. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#moves.complete();
    for (const leave of this.#unsubscribe) await leave();
    await this.#reload;
  }

  /** The first model that has not reached a commit. */
  #behind(models: readonly string[], commit: bigint): string | undefined {
    return models.find((model) => this.#commitOf(model) < commit);
  }

  #commitOf(model: string): bigint {
    const subscriber = this.#live.get(model);
    return (subscriber === undefined ? undefined : this.#commits.get(subscriber)) ?? -1n;
  }

  #standsStill(model: string, commit: bigint): boolean {
    const at = this.#commitOf(model);
    const inVain = this.#inVain.get(this.#live.get(model) ?? '');
    return at < commit && inVain !== undefined && inVain.at === at && commit >= inVain.commit;
  }

  /** Whether they have reached a commit by the end of a wait. Remembers a wait in vain. */
  #atLast(models: readonly string[], commit: bigint): boolean {
    const behind = this.#behind(models, commit);
    if (behind === undefined) return true;
    const subscriber = this.#live.get(behind);
    if (subscriber !== undefined) this.#waitedInVain(subscriber, commit);
    return false;
  }

  #waitedInVain(subscriber: string, commit: bigint): void {
    const at = this.#commits.get(subscriber) ?? -1n;
    const before = this.#inVain.get(subscriber);
    const least = before !== undefined && before.at === at && before.commit < commit ? before.commit : commit;
    this.#inVain.set(subscriber, { at, commit: least });
  }

  #moved(payload: string | undefined): void {
    if (payload === undefined) return void this.#load();
    const { subscribers, commit } = Moved.parse(JSON.parse(payload));
    for (const subscriber of subscribers) this.#advance(subscriber, BigInt(commit));
    this.#moves.next();
  }

  #advance(subscriber: string, commit: bigint): void {
    if (commit > (this.#commits.get(subscriber) ?? -1n)) this.#commits.set(subscriber, commit);
  }

  /** Reads all positions. A call during a read causes one more read. */
  #load(): Promise<void> {
    if (this.#reload) {
      this.#again = true;
      return this.#reload;
    }
    this.#reload = this.#read()
      .catch((error: unknown) => {
        this.#options.onFault(error);
        if (!this.#closed) this.#retry = setTimeout(() => void this.#load(), retryMs).unref();
      })
      .finally(() => (this.#reload = undefined));
    return this.#reload;
  }

  async #read(): Promise<void> {
    const db = this.#options.database.kysely as Kysely<unknown>;
    do {
      this.#again = false;
      const builds = await listBuilds(db);
      for (const [subscriber, { position }] of await readCheckpoints(db)) this.#advance(subscriber, position.commit);
      this.#live = new Map(
        builds.filter(({ status }) => status === 'live').map((build) => [build.model, buildName(build)]),
      );
      this.#moves.next();
    } while (this.#again && !this.#closed);
  }
}
