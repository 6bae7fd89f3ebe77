/** Runs the tasks of one key in order, one at a time; tasks of different keys run concurrently. */
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
