import { faultCodeOf } from '../error-of.ts';
const interval = 500;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return faultCodeOf(error) === 'EPERM';
  }
};

/**
 * Calls back when the parent process has ended in any way. No event between processes works on
 * every system, so this polls twice a second. The end of a parent that holds a pipe to standard
 * input is noticed immediately.
 */
export const watchParent = (pid: number, onGone: () => void): void => {
  const timer = setInterval(() => {
    if (isAlive(pid) && process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, interval);
  timer.unref();
  // An orphan gets another parent id, so a new process with the old parent's id does not mislead
  // this check.
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
