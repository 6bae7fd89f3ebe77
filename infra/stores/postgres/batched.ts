import { batchByKey } from '../../../commands/kernel/batching.ts';

/** A task whose caller waits for its result. */
export type Waiting<Task, Result> = Readonly<{
  task: Task;
  resolve(result: Result): void;
  reject(error: unknown): void;
}>;

/** Gives each caller its own result of the work, or all of them its fault. */
export const settleGroup = async <Task, Result>(
  group: readonly Waiting<Task, Result>[],
  work: (tasks: readonly Task[]) => Promise<readonly Result[]>,
): Promise<void> => {
  try {
    const results = await work(group.map(({ task }) => task));
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
};

/**
 * One statement for many callers. Tasks that arrive while a statement of the same key runs share
 * the next statement. A single task starts immediately. `work` returns one result for each task, in
 * their order.
 */
export const batched = <Task, Result>(
  work: (tasks: readonly Task[]) => Promise<readonly Result[]>,
  { maxBatch, keyOf = () => '' }: Readonly<{ maxBatch: number; keyOf?: (task: Task) => string }>,
): ((task: Task) => Promise<Result>) => {
  const enqueue = batchByKey<Waiting<Task, Result>>((_, group) => settleGroup(group, work), {
    maxBatch,
    alone: () => false,
  });
  return (task) => new Promise((resolve, reject) => enqueue(keyOf(task), { task, resolve, reject }));
};
