import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { patience } from './patience.ts';

/**
 * How long to wait for the next look, after having waited for a while. Most looks ask a service over HTTP, and so take processor time
 * from what is waited for: the longer a wait, the rarer its looks. None comes later than a twentieth of the wait.
 */
const untilNextLook = (waitedMs: number): number => Math.min(250, Math.max(5, waitedMs / 20));

/** Waits for a condition, looking every few milliseconds; throws what it waited for when the time is up. */
export const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 25_000,
): Promise<void> => {
  const began = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - began;
    if (waitedMs > withinMs * patience) throw new Error(`waited ${withinMs * patience} ms in vain until ${what}`);
    await pause(untilNextLook(waitedMs));
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
