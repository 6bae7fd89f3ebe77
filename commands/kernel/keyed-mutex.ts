/**
 * Runs the tasks of one key in order, one at a time; tasks of different keys run concurrently.
 *
 * @example
 * const inTurn = keyedMutex();
 * const order: string[] = [];
 * const first = inTurn('post-c1', async () => pause(5).then(() => order.push('first')));
 * await Promise.all([first, inTurn('post-c1', async () => order.push('second'))]);
 * order; // ['first', 'second']
 */
export const keyedMutex = () => {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const mine = before ? before.then(task, task) : task();
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
};
