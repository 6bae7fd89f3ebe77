import { readdirSync, readFileSync } from 'node:fs';

/** The parent of each process of this machine. */
const parents = (): ReadonlyMap<number, number> =>
  new Map(
    readdirSync('/proc').flatMap((entry): [number, number][] => {
      if (!/^\d+$/.test(entry)) return [];
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        return [[Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return [];
      }
    }),
  );

const descendantsOf = (pid: number): readonly number[] => {
  const all = parents();
  const below = (parent: number): readonly number[] =>
    [...all].flatMap(([child, itsParent]) => (itsParent === parent ? [child, ...below(child)] : []));
  return below(pid);
};

/** A child that ends by itself meanwhile has nothing to stop or to wake. */
const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT'): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Stops a process and all it started with SIGSTOP: sockets stay open and nothing answers. Returns how to wake them. */
export const freeze = (pid: number): (() => void) => {
  // The parent first: it starts no further child then.
  signal(pid, 'SIGSTOP');
  const frozen = [pid, ...descendantsOf(pid)];
  for (const one of frozen) signal(one, 'SIGSTOP');
  return () => {
    for (const one of frozen) signal(one, 'SIGCONT');
  };
};
