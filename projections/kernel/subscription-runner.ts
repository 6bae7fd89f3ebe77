import type { Kysely } from 'kysely';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog, EventBatch } from '../../domain/kernel/event-store.ts';
import { isAfter } from '../../domain/kernel/position.ts';
import { beforeFirstEvent, moveCheckpoints, parkSubscriber, readCheckpoints } from './checkpoint.ts';
import { Semaphore } from './semaphore.ts';
import type { EventsBySubscriber } from './batch-grouping.ts';
import { allOf, ParallelWriters } from './parallel-writers.ts';
import { delay, delayAfterBatch } from './throttle.ts';
import { CheckpointMoved, type Subscriber } from './subscriber.ts';

export type SubscriptionReport = Readonly<{
  /** A subscriber met something it cannot get past, now or before this scan, and waits for a person. */
  parked(subscriber: string, error: unknown): void;
  /** A passing fault; the same batch is tried again. */
  retrying(error: unknown): void;
  /** A subscriber that lagged is about to join the others: the time for what need not hold them up. */
  joining?(subscriber: Subscriber): Promise<void>;
  /** A subscriber stands where the others stand. */
  joined(subscriber: Subscriber): void | Promise<void>;
  /** Those that go together stand here. Called at the start, after each of their batches, and when others joined. */
  moved?(position: Position): Promise<void>;
}>;

type Options = Readonly<{
  log: EventLog;
  db: Kysely<unknown>;
  subscribers: readonly Subscriber[];
  report: SubscriptionReport;
  /** Whether a fault passes by itself: a lost connection, a deadlock, the store restarting. */
  isTransient(error: unknown): boolean;
  /** Waits before trying again, for the n-th time. */
  backOff(attempt: number, signal: AbortSignal): Promise<void>;
  maxBatch?: number;
  /**
   * The least time between two batches once a reader has caught up: what comes close together shares a transaction. None by default. See
   * `restAfter`.
   */
  togetherMs?: number;
  /**
   * Whether a transaction waits for the database's disk; it does unless told otherwise. Rows that can be made again from the log need
   * not: a crash of the database loses the newest of them together with their checkpoint.
   */
  durably?: boolean;
  /** The part of the time the catching up of a subscriber may take, above 0 and at most 1: the rest it rests. */
  shareOf?(subscriber: Subscriber): number;
}>;

/** A reader that catches up would rather wait than write little. */
const catchUpFillMs = 100;

const at = (position: Position): Position | 'start' => (position.commit < 0n ? 'start' : position);

/** Splits a batch at a position: what lies at or before it. */
const upTo = (batch: EventBatch, limit: Position): EventBatch => ({
  events: batch.events.filter((event) => !isAfter(event.position, limit)),
  to: limit,
  caughtUp: false,
});

/**
 * One reading of the log that feeds every subscriber. Those that stand furthest form the group and share each batch in one
 * transaction; the others catch up, those that stand together in one reading, and join the group exactly where it stands.
 */
export class SubscriptionRunner {
  readonly #options: Options;
  readonly #group = new Set<Subscriber>();
  readonly #gate = new Semaphore();
  #position: Position = beforeFirstEvent;

  constructor(options: Options) {
    this.#options = options;
  }

  get position(): Position {
    return this.#position;
  }

  /** Follows the log until `signal` aborts. Rejects with `CheckpointMoved` when another owner has taken over. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, subscribers } = this.#options;
    const checkpoints = await this.#untilItWorks(signal, () => readCheckpoints(db));
    const standing = new Map<Subscriber, Position>();
    for (const subscriber of subscribers) {
      const checkpoint = checkpoints?.get(subscriber.name);
      if (!checkpoint) throw new Error(`${subscriber.name} has no checkpoint`);
      if (checkpoint.parked === null) standing.set(subscriber, checkpoint.position);
      else this.#options.report.parked(subscriber.name, checkpoint.parked);
    }
    for (const position of standing.values()) if (isAfter(position, this.#position)) this.#position = position;

    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const laggards = new Map<string, { from: Position; members: Set<Subscriber> }>();
    for (const [subscriber, position] of standing) {
      if (!isAfter(this.#position, position)) {
        this.#group.add(subscriber);
        continue;
      }
      const place = `${position.commit}/${position.prepare}`;
      const together = laggards.get(place) ?? { from: position, members: new Set() };
      laggards.set(place, together);
      together.members.add(subscriber);
    }
    const guarded = async (work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (error) {
        stop.abort();
        throw error;
      }
    };
    for (const subscriber of this.#group) await this.#options.report.joined(subscriber);
    await this.#options.report.moved?.(this.#position);
    const work = [
      guarded(this.#followTogether(either)),
      ...[...laggards.values()].map(({ members, from }) => guarded(this.#catchUp(members, from, either))),
    ];
    const results = await Promise.allSettled(work);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async #followTogether(signal: AbortSignal): Promise<void> {
    await this.#following(
      signal,
      () => this.#position,
      async (batch) => {
        await this.#gate.pass(async () => {
          await this.#apply(this.#group, batch, this.#position, signal);
          this.#position = batch.to;
        });
        await this.#options.report.moved?.(batch.to);
      },
    );
  }

  /** Reads on its own until it stands where the group stands, then joins while the group holds still. */
  async #catchUp(members: Set<Subscriber>, from: Position, signal: AbortSignal): Promise<void> {
    const { report, shareOf } = this.#options;
    const joined = new AbortController();
    const lanes = new ParallelWriters(members, from, (part, given, batch, at) =>
      this.#applyPart(part, members, given, batch, at, signal),
    );
    const apply = async (batch: EventBatch): Promise<void> => {
      await lanes.take(batch);
      if (members.size === 0) joined.abort();
    };
    const share = Math.min(1, ...[...members].map((member) => shareOf?.(member) ?? 1));
    let since = performance.now();
    const applyAndRest = async (batch: EventBatch): Promise<void> => {
      await apply(batch);
      // Who is to rest is not asked to work ahead.
      if (share < 1) await lanes.settled();
      const worked = performance.now() - since;
      await delay(worked / share - worked, signal);
      since = performance.now();
    };
    let isReady = false;
    const join = async (batch: EventBatch): Promise<void> => {
      if (isAfter(this.#position, batch.to)) return applyAndRest(batch);
      await lanes.settled();
      if (!isReady) await Promise.all([...members].map(async (member) => report.joining?.(member)));
      isReady = true;
      await this.#gate.pass(async () => {
        if (isAfter(this.#position, batch.to)) return apply(batch);
        if (isAfter(this.#position, lanes.position)) await apply(upTo(batch, this.#position));
        await lanes.settled();
        for (const member of members) this.#group.add(member);
        joined.abort();
      });
    };
    try {
      const both = AbortSignal.any([signal, joined.signal]);
      // While a build rests its next batch fills by itself.
      await this.#following(both, () => lanes.position, join, share < 1 ? 0 : catchUpFillMs);
    } finally {
      // What was begun has ended before this does, also where the service stops.
      await lanes.settled().catch(() => undefined);
    }
    for (const member of members) if (this.#group.has(member)) await report.joined(member);
    if (joined.signal.aborted) await report.moved?.(this.#position);
  }

  /** Pulls batches and hands them on, following anew from where it stood after a fault of the log. */
  async #following(
    signal: AbortSignal,
    from: () => Position,
    use: (batch: EventBatch) => Promise<void>,
    fillWithinMs = 0,
  ): Promise<void> {
    const { log, maxBatch = 3000, togetherMs = 0, report, isTransient, backOff } = this.#options;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        for await (const batch of log.follow(at(from()), { signal, maxBatch, fillWithinMs })) {
          const began = performance.now();
          await use(batch);
          attempt = 0;
          if (batch.caughtUp) await delay(delayAfterBatch(performance.now() - began, togetherMs), signal);
          if (signal.aborted) return;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isTransient(error)) throw error;
        report.retrying(error);
      }
      await backOff(attempt, signal);
    }
  }

  /** Applies a batch for some subscribers and moves their checkpoints; who cannot go on is parked and leaves the set. */
  async #apply(members: Set<Subscriber>, batch: EventBatch, from: Position, signal: AbortSignal): Promise<void> {
    const lanes = new ParallelWriters(members, from, (part, given, each, at) =>
      this.#applyPart(part, members, given, each, at, signal),
    );
    await lanes.take(batch);
    await lanes.settled();
  }

  async #applyPart(
    part: readonly Subscriber[],
    members: Set<Subscriber>,
    given: EventsBySubscriber,
    batch: EventBatch,
    from: Position,
    signal: AbortSignal,
  ): Promise<void> {
    const left = part.filter((member) => members.has(member));
    if (left.length === 0) return;
    try {
      await this.#untilItWorks(signal, () => this.#transact(left, given, batch, from));
    } catch (error) {
      if (error instanceof CheckpointMoved || signal.aborted) throw error;
      for (const member of left) await this.#applyAlone(member, members, given, batch, from, signal);
    }
  }

  async #applyAlone(
    member: Subscriber,
    members: Set<Subscriber>,
    given: EventsBySubscriber,
    batch: EventBatch,
    from: Position,
    signal: AbortSignal,
  ): Promise<void> {
    for (const parking of member.applyParking ? [false, true] : [false]) {
      try {
        await this.#untilItWorks(signal, () => this.#transact([member], given, batch, from, parking));
        return;
      } catch (error) {
        if (error instanceof CheckpointMoved || signal.aborted) throw error;
        if (member.applyParking && !parking) continue;
        await this.#untilItWorks(signal, () => parkSubscriber(member.name, error, this.#options.db));
        members.delete(member);
        this.#options.report.parked(member.name, error);
      }
    }
  }

  /** A batch for these members and their checkpoints, all or nothing. */
  async #transact(
    members: readonly Subscriber[],
    given: EventsBySubscriber,
    batch: EventBatch,
    from: Position,
    one = false,
  ): Promise<void> {
    await this.#options.db.transaction().execute(async (tx) => {
      const parking = await moveCheckpoints(
        members.map(({ name }) => name),
        from,
        batch.to,
        tx,
        { events: batch.events.length, durably: this.#options.durably ?? true },
      );
      // At once, so that one folds while the database writes for another.
      await allOf(
        members.map(async (member) => {
          const events = given.get(member);
          if (!events) return;
          if (one && member.applyParking) await member.applyParking(events, tx);
          else await member.apply(events, tx, parking.has(member.name));
        }),
      );
    });
  }

  async #untilItWorks<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted || !this.#options.isTransient(error)) throw error;
        this.#options.report.retrying(error);
        await this.#options.backOff(attempt, signal);
      }
    }
  }
}
