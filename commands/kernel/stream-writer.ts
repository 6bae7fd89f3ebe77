import type { Position } from '../../domain/kernel/event.ts';
import { RevisionConflict, StoreUnavailable, type EventToAppend } from '../../domain/kernel/event-store.ts';
import { batchByKey } from './batch-by-key.ts';
import { SeenStream } from './seen-stream.ts';
import type { Patience } from './store-budget.ts';
import type { StreamCache } from './stream-cache.ts';

/** What a command makes of a stream: the events that it adds, and the stream with them. Throws its refusal. */
export type Decision = (now: SeenStream) => Readonly<{ added: readonly EventToAppend[]; after: SeenStream }>;

/** The stream after a command. `position` is that of its events in the log; absent where it added none. */
export type Written = Readonly<{ after: SeenStream; appended: number; position: Position | undefined }>;

export type WriteOptions = Readonly<{
  /** The stream is expected not to exist, so it is not read first. */
  fresh: boolean;
  /** The decision looks at stored events, so none that are not appended yet may be before it. */
  alone: boolean;
  /** The stream is not cached afterwards. */
  last: boolean;
  patience: Patience | undefined;
}>;

/** A decision in the queue of its stream. */
type Queued = WriteOptions &
  Readonly<{ decide: Decision; done: (written: Written) => void; failed: (error: unknown) => void }>;

/** What became of a decision: the stream after it, or its refusal. */
type Outcome =
  Readonly<{ command: Queued; after: SeenStream; appended: number }> | Readonly<{ command: Queued; error: unknown }>;

const maxAttempts = 3;
/** The largest number of commands of one stream in one append: one for each platform, and one more. */
const maxBatchedCommands = 16;

/**
 * Loads a stream, decides on it, and appends at the revision that was loaded. A lost race is loaded and decided again, three times
 * in all.
 *
 * The first decision is on the cached stream. An answer of such a stream counts only when an append at its revision succeeds: a
 * refusal, or "nothing to do", is decided again on the log. Commands for one stream queue up in place of racing each other; those
 * that wait together are decided one after the other and appended together.
 */
export class StreamWriter {
  readonly #streams: StreamCache;
  readonly #clock: () => number;
  readonly #enqueue: (stream: string, command: Queued) => void;

  /** `clock`: milliseconds of a steady clock. `linger` waits for other commands of the same stream. */
  constructor(streams: StreamCache, clock: () => number, linger?: () => Promise<void>) {
    this.#streams = streams;
    this.#clock = clock;
    this.#enqueue = batchByKey((stream, batch) => this.#carryOut(stream, batch), {
      maxBatch: maxBatchedCommands,
      linger,
      alone: ({ alone }) => alone,
    });
  }

  write(stream: string, decide: Decision, options: WriteOptions): Promise<Written> {
    return new Promise((done, failed) => this.#enqueue(stream, { decide, done, failed, ...options }));
  }

  async #carryOut(stream: string, queued: readonly Queued[]): Promise<void> {
    const batch = queued.filter(isWantedStill);
    if (batch.length === 0) return;
    let left: readonly Queued[] = batch;
    try {
      const isFresh = batch.every(({ fresh }) => fresh);
      const seen = this.#streams.cached(stream) ?? (isFresh ? SeenStream.absent(this.#clock()) : undefined);
      if (seen) left = await this.#attempt(stream, seen, left, 'mayBeStale').catch(unlessConflict(left));
      for (let attempt = 1; left.length > 0; attempt++) {
        const undecided = left;
        const read = await this.#streams.read(stream);
        left = await this.#attempt(stream, read, left, 'latest').catch((error: unknown) => {
          if (attempt === maxAttempts) throw error;
          return unlessConflict(undecided)(error);
        });
      }
    } catch (error) {
      // An append that the store rejects may fail because of one of its commands: each is then
      // tried alone.
      const [one, ...others] = left;
      if (others.length === 0 || error instanceof StoreUnavailable) for (const { failed } of left) failed(error);
      else for (const command of [one, ...others]) if (command) await this.#carryOut(stream, [command]);
    }
  }

  /**
   * Decides a batch on a stream and appends its events. Returns the commands that remain undecided:
   * all of them where nothing is appended and the stream may be stale; else none.
   */
  async #attempt(
    stream: string,
    seen: SeenStream,
    batch: readonly Queued[],
    consistency: 'latest' | 'mayBeStale',
  ): Promise<readonly Queued[]> {
    const { outcomes, events, after: now } = decideAll(seen, batch);
    if (events.length === 0 && consistency === 'mayBeStale') return batch;
    const position = events.length > 0 ? await this.#streams.append(stream, seen, events, now) : undefined;
    if (batch.some(({ last }) => last)) this.#streams.drop(stream);
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.command.failed(outcome.error);
      else {
        const { command, appended } = outcome;
        const after = position ? outcome.after.placed(seen.events.length, position, seen.asOf) : outcome.after;
        command.done({ after, appended, position: appended > 0 ? position : undefined });
      }
    }
    return [];
  }
}

/** Each decision sees the events of those before it. A refused one adds none. */
const decideAll = (seen: SeenStream, batch: readonly Queued[]) => {
  const outcomes: Outcome[] = [];
  const events: EventToAppend[] = [];
  let now = seen;
  for (const command of batch) {
    try {
      const { added, after } = command.decide(now);
      now = after;
      events.push(...added);
      outcomes.push({ command, after, appended: added.length });
    } catch (error) {
      outcomes.push({ command, error });
    }
  }
  return { outcomes, events, after: now };
};

/** Refuses a command whose caller no longer waits. */
const isWantedStill = ({ patience, failed }: Queued): boolean => {
  if (patience?.aborted) failed(patience.reason);
  return !patience?.aborted;
};

/** After a conflict the batch is decided again. Any other fault ends it. */
const unlessConflict =
  (batch: readonly Queued[]) =>
  (error: unknown): readonly Queued[] => {
    if (error instanceof RevisionConflict) return batch;
    throw error;
  };
