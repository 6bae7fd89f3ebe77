import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * Gives ports of the loopback address that are free at the moment, of so many from `first` on. Two calls in one process give different
 * ports.
 */
export const freePortsOf = (first: number, count: number): (() => Promise<number>) => {
  /** Processes that look at the same moment begin at different places. */
  let offset = randomInt(count);
  return async () => {
    for (let looked = 0; looked < count; looked += 1) {
      const port = first + offset;
      offset = (offset + 1) % count;
      if (await isFree(port)) return port;
    }
    throw new Error(`no port from ${first} to ${first + count - 1} is free`);
  };
};

/**
 * A port of the loopback address that is free at the moment. It lies below those that a kernel gives to connections and to listeners
 * without a port (from 32768 on Linux, from 49152 elsewhere). Only a program that names one of them takes it between the look here and
 * its use.
 */
export const freePort = freePortsOf(12_000, 10_000);
