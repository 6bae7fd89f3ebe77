import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * These ports lie below those that a kernel gives to connections and to listeners without a port (from 32768 on Linux, from 49152
 * elsewhere). Only a program that names one of them takes it between the look here and its use.
 */
const first = 12_000;
const count = 20_000;
/** Processes that look at the same moment begin at different places. */
let offset = randomInt(count);

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

/** A port of the loopback address that is free at the moment. Two calls in one process give different ports. */
export const freePort = async (): Promise<number> => {
  for (let looked = 0; looked < count; looked += 1) {
    const port = first + offset;
    offset = (offset + 1) % count;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${first} to ${first + count - 1} is free`);
};
