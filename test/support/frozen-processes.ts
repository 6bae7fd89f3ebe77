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

const withDescendants = (pid: number): readonly number[] => {
  const all = parents();
  const below = (parent: number): readonly number[] =>
    [...all].flatMap(([child, itsParent]) => (itsParent === parent ? [child, ...below(child)] : []));
  return [pid, ...below(pid)];
};

/** Stops a process and all it started with SIGSTOP: sockets stay open and nothing answers. Returns how to wake them. */
export const freeze = (pid: number): (() => void) => {
  const frozen = withDescendants(pid);
  for (const one of frozen) process.kill(one, 'SIGSTOP');
  return () => {
    for (const one of frozen) process.kill(one, 'SIGCONT');
  };
};
