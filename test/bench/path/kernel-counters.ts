import { readdirSync, readFileSync } from 'node:fs';
import { commandLineOf, descendantsOf } from '../../support/service-process.ts';
import { nameOf } from '../memory.ts';

export type Counters = Readonly<{
  /** How often a thread slept and was woken again. */
  wakeUps: number;
  /** Bytes that were read and written: files, sockets and pipes. */
  bytes: number;
}>;

const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const countersOf = (pid: number): Counters => {
  try {
    const io = readFileSync(`/proc/${pid}/io`, 'utf8');
    const wakeUps = readdirSync(`/proc/${pid}/task`)
      .map((task) => numberIn(readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8'), 'voluntary_ctxt_switches'))
      .reduce((sum, count) => sum + count, 0);
    return { wakeUps, bytes: numberIn(io, 'rchar') + numberIn(io, 'wchar') };
  } catch {
    return { wakeUps: 0, bytes: 0 };
  }
};

/** What the kernel counted until now for each process of the embedded system below a process, that process with it. */
export const kernelCounters = (pid: number): ReadonlyMap<number, Counters> =>
  new Map([pid, ...descendantsOf(pid)].map((one) => [one, countersOf(one)]));

const none: Counters = { wakeUps: 0, bytes: 0 };

/** What was counted since then for each of so many things, by part. What a process did that has ended is not counted. */
export const countersSince = (
  before: ReadonlyMap<number, Counters>,
  count: number,
  pid: number,
): ReadonlyMap<string, Counters> => {
  const parts = new Map<string, Counters>();
  for (const [one, now] of kernelCounters(pid)) {
    const name = nameOf(commandLineOf(one));
    const [sum, then] = [parts.get(name) ?? none, before.get(one) ?? none];
    parts.set(name, {
      wakeUps: sum.wakeUps + (now.wakeUps - then.wakeUps) / count,
      bytes: sum.bytes + (now.bytes - then.bytes) / count,
    });
  }
  return parts;
};
