import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Agent, type Dispatcher } from 'undici';
import type { HttpServer } from '../http/server.ts';

/** A second door to the service's own API that only this process knows: what comes through it may say whom it speaks for. */
export type InsideDoor = Readonly<{ dispatcher: Dispatcher; close(): Promise<void> }>;

/** Opens it as a socket in a folder that is its owner's alone. */
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
