import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Agent, type Dispatcher } from 'undici';
import type { HttpServer } from '../http/server.ts';

/**
 * A second listener for the service's own API, which only this process can reach: its requests may
 * name the client address they are for.
 */
export type InsideDoor = Readonly<{ dispatcher: Dispatcher; close(): Promise<void> }>;

/** Opens it as a socket in a folder that only its owner can read. */
export const openInsideDoor = async (api: HttpServer): Promise<InsideDoor> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inside-'));
  const socketPath = path.join(folder, 'api');
  await api.listenAt(socketPath);
  const dispatcher = new Agent({ connect: { socketPath } });
  return {
    dispatcher,
    close: async () => {
      await dispatcher.close();
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
