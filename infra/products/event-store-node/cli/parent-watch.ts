const interval = 500;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Calls back when the process that started this one is gone, however it died. Between processes there is no event for
 * that which works everywhere, so it asks, twice a second; a parent that keeps a pipe to our standard input is noticed
 * at once.
 */
export const watchParent = (pid: number, onGone: () => void): void => {
  const timer = setInterval(() => {
    if (isAlive(pid) && process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, interval);
  timer.unref();
  // An orphan is adopted by another process, which also tells a dead parent from a new process of the same id.
  const parent = process.ppid;
  if (process.stdin.isTTY !== true) {
    process.stdin.on('error', () => undefined);
    process.stdin.on('end', () => {
      if (!isAlive(pid)) onGone();
    });
    process.stdin.resume();
    process.stdin.unref?.();
  }
};
