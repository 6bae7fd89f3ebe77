import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { commandLineOf, descendantsOf } from '../support/service-process.ts';
import { nameOf } from './memory.ts';

/** Processor time a process has used, in microseconds; the kernel counts in hundredths of a second. */
const cpuOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // Its own user and system time, and those of children that have ended and were waited for.
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0) * 10_000;
  } catch {
    return 0;
  }
};

/** Processor time each part below a process has used until now, in microseconds, that process with it. */
export const cpuByPart = (pid: number = process.pid): Map<string, number> => {
  const parts = new Map<string, number>();
  for (const one of [pid, ...descendantsOf(pid)]) {
    const name = nameOf(commandLineOf(one));
    parts.set(name, (parts.get(name) ?? 0) + cpuOf(one));
  }
  return parts;
};

/** What each part has used since then for each of so many things, in microseconds: unlike a rate, what else runs hardly changes it. */
export const cpuSince = (before: ReadonlyMap<string, number>, count: number, pid?: number): Record<string, number> =>
  Object.fromEntries(
    [...cpuByPart(pid)].map(([part, used]) => [part, Math.round((10 * (used - (before.get(part) ?? 0))) / count) / 10]),
  );

/** The microseconds of all parts together. */
export const ofAllParts = (microseconds: Readonly<Record<string, number>>): number =>
  Object.values(microseconds).reduce((sum, used) => sum + used, 0);

/** How many of such things a second the processors of this machine allow where none of them ever waits. */
export const mostPerSecond = (microseconds: Readonly<Record<string, number>>): number =>
  (availableParallelism() * 1_000_000) / ofAllParts(microseconds);
