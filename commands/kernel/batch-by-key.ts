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
