import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, looking every few milliseconds; throws what it waited for when the time is up. */
export const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 25_000,
): Promise<void> => {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await pause(5);
  }
};

/** Whether a process exists and is more than a zombie. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return processState(pid) !== 'Z';
};

const processState = (pid: number): string => {
  if (process.platform !== 'linux') return '?';
  try {
    return /^\d+ \(.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '?';
  } catch {
    return 'Z';
  }
};
