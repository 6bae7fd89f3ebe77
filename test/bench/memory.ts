import { readFileSync } from 'node:fs';
import { commandLineOf, descendantsOf, type ServiceProcess } from '../support/service-process.ts';

/** Memory a process has of its own, and its share of what it shares: PSS, in MiB. */
const proportional = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

export const nameOf = (commandLine: string): string => {
  if (commandLine.includes('event-store')) return 'event store';
  // The program or the title of a session: an address of a database in an argument is no Postgres.
  if (/(^|\/)postgres[: ]/.test(commandLine)) return 'Postgres';
  if (commandLine.includes('esbuild')) return 'TypeScript loader';
  return 'service';
};

/** MiB by part of the whole embedded system, every process it started. */
export const memoryOf = (service: ServiceProcess): Map<string, number> => {
  const parts = new Map<string, number>();
  for (const pid of [service.pid, ...descendantsOf(service.pid)]) {
    const name = nameOf(commandLineOf(pid));
    parts.set(name, (parts.get(name) ?? 0) + proportional(pid));
  }
  return parts;
};

/** Looks at the memory again and again until it is stopped, and then answers the most it saw, in MiB. */
export const watchMemory = (service: ServiceProcess, everyMs = 1_000): { stop(): { all: number; service: number } } => {
  const most = { all: 0, service: 0 };
  const look = (): void => {
    const parts = memoryOf(service);
    const all = [...parts.values()].reduce((sum, mebibytes) => sum + mebibytes, 0);
    most.all = Math.max(most.all, Math.round(all));
    most.service = Math.max(most.service, Math.round(parts.get('service') ?? 0));
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return most;
    },
  };
};
