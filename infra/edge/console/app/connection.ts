import { useEffect, useState } from 'preact/hooks';

/** How many requests are sent again and again. */
let waiting = 0;
const listeners = new Set<() => void>();

const waitingChanged = (by: 1 | -1): void => {
  waiting += by;
  for (const listener of listeners) listener();
};

/** Notes that a request has no answer yet, until the function that it answers is called. */
export const noteWaiting = (): (() => void) => {
  waitingChanged(1);
  return () => waitingChanged(-1);
};

/** Whether something that the person did still has no answer. */
export const useIsWaiting = (): boolean => {
  const [is, setIs] = useState(waiting > 0);
  useEffect(() => {
    const changed = (): void => setIs(waiting > 0);
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  return is;
};

/** Waits so long, or until the browser says that it is connected again. */
export const pauseUntilOnline = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
  });
