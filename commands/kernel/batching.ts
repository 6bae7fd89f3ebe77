import { StoreUnavailable, type EventToAppend } from '../../domain/kernel/event-store.ts';
import type { Decision, Write, WriteOptions, Written } from './decide-on.ts';
import type { SeenStream } from './seen-stream.ts';

type Options<Task> = Readonly<{
  /** The largest number of tasks in one batch. */
  maxBatch: number;
  /** Whether a task must be a batch of its own. */
  alone(task: Task): boolean;
  /** How long the first task of a key waits for others. */
  linger?: (() => Promise<void>) | undefined;
}>;

/**
 * Works on the tasks of one key in order, in batches: the tasks that arrive during a batch make the
 * next one. Tasks of different keys run concurrently. `work` settles each task and never rejects.
 *
 * @example
 * const batches: string[] = [];
 * const work = async (key: string, tasks: readonly number[]) => void batches.push(`${key}: ${tasks.join()}`);
 * const add = batchByKey(work, { maxBatch: 2, alone: () => false, linger: () => pause(1) });
 * for (const task of [1, 2, 3]) add('post-c1', task);
 * await pause(20);
 * batches; // ['post-c1: 1,2', 'post-c1: 3']
 */
export const batchByKey = <Task>(
  work: (key: string, tasks: readonly Task[]) => Promise<void>,
  { maxBatch, alone, linger }: Options<Task>,
) => {
  const waiting = new Map<string, Task[]>();

  const next = (tasks: Task[]): Task[] => {
    const [first] = tasks;
    const isLonely = first !== undefined && alone(first);
    const end = tasks.findIndex((task, index) => index === maxBatch || (index > 0 && (isLonely || alone(task))));
    return tasks.splice(0, end === -1 ? tasks.length : end);
  };

  const run = async (key: string, tasks: Task[]): Promise<void> => {
    if (linger) await linger();
    while (tasks.length > 0) await work(key, next(tasks));
    waiting.delete(key);
  };

  return (key: string, task: Task): void => {
    const before = waiting.get(key);
    if (before) return void before.push(task);
    const tasks = [task];
    waiting.set(key, tasks);
    void run(key, tasks);
  };
};

/** The largest number of commands of one stream in one append: one for each platform, and one more. */
const maxBatchedCommands = 16;

/** A decision in the queue of its stream. */
type Queued = Readonly<{
  decide: Decision;
  options: WriteOptions;
  done: (written: Written) => void;
  failed: (error: unknown) => void;
}>;

/** What became of a decision: the stream after it, or its refusal. */
type Outcome =
  | Readonly<{ command: Queued; after: SeenStream; appended: number }>
  | Readonly<{ command: Queued; error: unknown }>;

/**
 * Lets the commands of one stream queue up in place of racing each other. Those that wait together are decided one after the other and
 * appended together. A guard looks at stored events, so a command with one is carried out alone: none that are not appended yet may be
 * before it.
 *
 * @example
 * declare const write: Write;
 * declare const decide: Decision;
 * const inBatches = batching(write, () => pause(1));
 * const { after, appended } = await inBatches('post-c1', decide, {});
 */
export const batching = (write: Write, linger?: () => Promise<void>): Write => {
  const enqueue = batchByKey<Queued>((stream, queued) => carryOut(write, stream, queued.filter(isWantedStill)), {
    maxBatch: maxBatchedCommands,
    alone: ({ options }) => options.guard !== undefined,
    linger,
  });
  return (stream, decide, options) => new Promise((done, failed) => enqueue(stream, { decide, options, done, failed }));
};

const carryOut = async (write: Write, stream: string, batch: readonly Queued[]): Promise<void> => {
  const [one, ...others] = batch;
  if (!one) return;
  if (others.length === 0) return write(stream, one.decide, one.options).then(one.done, one.failed);
  let outcomes: readonly Outcome[] = [];
  let seen: SeenStream | undefined;
  const decideEach: Decision = (now) => {
    const decided = decideAll(now, batch);
    seen = now;
    outcomes = decided.outcomes;
    return decided;
  };
  try {
    const fresh = batch.every(({ options }) => options.fresh === true);
    const { position } = await write(stream, decideEach, {
      fresh,
      last: batch.some(({ options }) => options.last === true),
    });
    for (const outcome of outcomes) settle(outcome, seen, position);
  } catch (error) {
    // An append that the store rejects may fail because of one of its commands: each is then tried alone.
    if (error instanceof StoreUnavailable) for (const { failed } of batch) failed(error);
    else for (const command of batch) await carryOut(write, stream, [command].filter(isWantedStill));
  }
};

/** Each decision sees the events of those before it. A refused one adds none. */
const decideAll = (seen: SeenStream, batch: readonly Queued[]) => {
  const outcomes: Outcome[] = [];
  const added: EventToAppend[] = [];
  let after = seen;
  for (const command of batch) {
    try {
      const decided = command.decide(after);
      after = decided.after;
      added.push(...decided.added);
      outcomes.push({ command, after, appended: decided.added.length });
    } catch (error) {
      outcomes.push({ command, error });
    }
  }
  return { outcomes, added, after };
};

/** Gives a command its own result: the stream as it was after it. */
const settle = (outcome: Outcome, seen: SeenStream | undefined, position: Written['position']): void => {
  if ('error' in outcome) return outcome.command.failed(outcome.error);
  const { command, appended, after } = outcome;
  if (!position || !seen) return command.done({ after, appended, position: undefined });
  const placed = after.placed(seen.events.length, position, seen.asOf);
  command.done({ after: placed, appended, position: appended > 0 ? position : undefined });
};

/** Refuses a command whose caller no longer waits. */
const isWantedStill = ({ options: { patience }, failed }: Queued): boolean => {
  if (patience?.aborted) failed(patience.reason);
  return !patience?.aborted;
};
