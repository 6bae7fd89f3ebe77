import { readFileSync } from 'node:fs';

/** Memory a process has resident now, in MiB; undefined once it is gone. */
const residentOf = (pid: number): number | undefined => {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
};

/** Looks at the resident memory of a process again and again until it is stopped, and then answers all it saw, in MiB. */
export const watchResident = (pid: number, everyMs = 50): { stop(): readonly number[] } => {
  const seen: number[] = [];
  const timer = setInterval(() => {
    const now = residentOf(pid);
    if (now !== undefined) seen.push(now);
  }, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return seen;
    },
  };
};

/** The most memory in each quarter of some work, in MiB, and of the last against the first: about 1 where memory does not grow with the work. */
export type Flatness = Readonly<{ quarters: readonly number[]; ratio: number }>;

/** Of samples of the same distance. The first tenth is left out: heaps find their size, code is compiled. */
export const flatnessOf = (samples: readonly number[]): Flatness => {
  const warm = samples.slice(Math.floor(samples.length / 10));
  if (warm.length < 8) throw new Error('too short to tell whether memory grows');
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const [from, to] = [quarter, quarter + 1].map((at) => Math.floor((warm.length * at) / 4));
    return Math.round(Math.max(...warm.slice(from, to)));
  });
  return { quarters, ratio: Number(((quarters[3] ?? 0) / (quarters[0] ?? 1)).toFixed(3)) };
};
