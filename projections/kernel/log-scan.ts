import type { Kysely } from 'kysely';
import type { Position } from '../../domain/kernel/event.ts';
import { isAfter, type Log, type LogBatch } from '../../domain/kernel/log.ts';
import { beginning, moveCheckpoints, parkSubscriber, readCheckpoints } from './checkpoint.ts';
import { Gate } from './gate.ts';
import { CheckpointMoved, type Subscriber } from './subscriber.ts';

export type ScanReport = Readonly<{
  /** A subscriber met something it cannot get past, and waits for a person. */
  parked(subscriber: string, error: unknown): void;
  /** A passing fault; the same batch is tried again. */
  retrying(error: unknown): void;
  /** A subscriber that lagged has joined the others. */
  joined(subscriber: Subscriber): void | Promise<void>;
  progress?(subscriber: string, position: Position, events: number): void;
}>;

type Options = Readonly<{
  log: Log;
  db: Kysely<unknown>;
  subscribers: readonly Subscriber[];
  report: ScanReport;
  /** Whether a fault passes by itself: a lost connection, a deadlock, the store restarting. */
  isTransient(error: unknown): boolean;
  /** Waits before trying again, for the n-th time. */
  backOff(attempt: number, signal: AbortSignal): Promise<void>;
  maxBatch?: number;
}>;

const at = (position: Position): Position | 'start' => (position.commit < 0n ? 'start' : position);

/** Splits a batch at a position: what lies at or before it. */
const upTo = (batch: LogBatch, limit: Position): LogBatch => ({
  events: batch.events.filter((event) => !isAfter(event.position, limit)),
  to: limit,
  caughtUp: false,
});

/**
 * One reading of the log that feeds every subscriber. Those that stand furthest form the group and share each batch in one
 * transaction; the others catch up on their own and join the group exactly where it stands.
 */
export class LogScan {
  readonly #options: Options;
  readonly #group = new Set<Subscriber>();
  readonly #gate = new Gate();
  #position: Position = beginning;

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
    }
    for (const position of standing.values()) if (isAfter(position, this.#position)) this.#position = position;

    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const laggards: Subscriber[] = [];
    for (const [subscriber, position] of standing) {
      if (isAfter(this.#position, position)) laggards.push(subscriber);
      else this.#group.add(subscriber);
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
    const work = [
      guarded(this.#followTogether(either)),
      ...laggards.map((subscriber) =>
        guarded(this.#catchUp(subscriber, standing.get(subscriber) ?? beginning, either)),
      ),
    ];
    const results = await Promise.allSettled(work);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async #followTogether(signal: AbortSignal): Promise<void> {
    await this.#following(
      signal,
      () => this.#position,
      (batch) =>
        this.#gate.pass(async () => {
          await this.#apply(this.#group, batch, this.#position, signal);
          this.#position = batch.to;
        }),
    );
  }

  /** Reads on its own until it stands where the group stands, then joins while the group holds still. */
  async #catchUp(subscriber: Subscriber, from: Position, signal: AbortSignal): Promise<void> {
    let position = from;
    const alone = new Set([subscriber]);
    const joined = new AbortController();
    const apply = async (batch: LogBatch): Promise<void> => {
      await this.#apply(alone, batch, position, signal);
      position = batch.to;
      if (alone.size === 0) joined.abort();
    };
    const join = async (batch: LogBatch): Promise<void> => {
      if (isAfter(this.#position, batch.to)) return apply(batch);
      await this.#gate.pass(async () => {
        if (isAfter(this.#position, batch.to)) return apply(batch);
        if (isAfter(this.#position, position)) await apply(upTo(batch, this.#position));
        if (alone.size > 0) this.#group.add(subscriber);
        joined.abort();
      });
    };
    // An idle log hands over nothing to compare with, so a laggard that needs no reading joins at once.
    await this.#following(AbortSignal.any([signal, joined.signal]), () => position, join);
    if (this.#group.has(subscriber)) await this.#options.report.joined(subscriber);
  }

  /** Pulls batches and hands them on, following anew from where it stood after a fault of the log. */
  async #following(signal: AbortSignal, from: () => Position, use: (batch: LogBatch) => Promise<void>): Promise<void> {
    const { log, maxBatch = 2000, report, isTransient, backOff } = this.#options;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        for await (const batch of log.follow(at(from()), { signal, maxBatch })) {
          await use(batch);
          attempt = 0;
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

  /** Applies a batch for some subscribers and moves their checkpoints, all or nothing; who cannot go on is parked and leaves the set. */
  async #apply(members: Set<Subscriber>, batch: LogBatch, from: Position, signal: AbortSignal): Promise<void> {
    if (members.size === 0) return;
    try {
      await this.#untilItWorks(signal, () => this.#transact([...members], batch, from));
    } catch (error) {
      if (error instanceof CheckpointMoved || signal.aborted) throw error;
      for (const member of [...members]) await this.#applyAlone(member, members, batch, from, signal);
    }
    for (const { name } of members) this.#options.report.progress?.(name, batch.to, batch.events.length);
  }

  async #applyAlone(
    member: Subscriber,
    members: Set<Subscriber>,
    batch: LogBatch,
    from: Position,
    signal: AbortSignal,
  ): Promise<void> {
    for (const parking of member.applyParking ? [false, true] : [false]) {
      try {
        await this.#untilItWorks(signal, () => this.#transact([member], batch, from, parking));
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

  async #transact(members: readonly Subscriber[], batch: LogBatch, from: Position, parking = false): Promise<void> {
    await this.#options.db.transaction().execute(async (tx) => {
      await moveCheckpoints(
        members.map(({ name }) => name),
        from,
        batch.to,
        tx,
      );
      for (const member of members) {
        const events = batch.events.filter(({ type }) => member.handles.has(type));
        if (events.length === 0) continue;
        await (parking && member.applyParking ? member.applyParking(events, tx) : member.apply(events, tx));
      }
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
