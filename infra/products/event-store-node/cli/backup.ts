import { readFileSync } from 'node:fs';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { BackupReader } from '../operations/backup-format.ts';
import { LevelStorage } from '../storage/level-storage.ts';
import type { LogEntry } from '../storage/storage.ts';

export type BackupOptions = Readonly<{
  /** An absent or empty folder. It becomes a store that a node can start on. */
  target: string;
  host: string;
  port: number;
  /** File with the certificate authority. With it the node is called over TLS. */
  tlsCa: string | undefined;
  /** `name:password`. */
  user: string | undefined;
}>;

const batch = 1_000;

const request = ({ host, port, tlsCa, user }: BackupOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { host, port, path: '/admin/backup', ...(user !== undefined && { auth: user }) };
    const call =
      tlsCa === undefined ? getPlain(options, resolve) : getSecure({ ...options, ca: readFileSync(tlsCa) }, resolve);
    call.on('error', reject);
  });

/**
 * Copies a running node's events into a new folder and checks that all of them arrived. Resolves
 * with their number.
 */
export const backup = async (options: BackupOptions): Promise<number> => {
  const response = await request(options);
  try {
    if (response.statusCode !== 200)
      throw new Error(`the node refused the backup with status ${String(response.statusCode)}`);
    return await copied(response, options.target);
  } finally {
    // An answer that is not read to its end keeps its connection, and with it the process.
    response.destroy();
  }
};

const copied = async (response: IncomingMessage, target: string): Promise<number> => {
  const storage = await LevelStorage.open(target, { incomplete: true });
  try {
    if (storage.lastPosition > 0) throw new Error(`${target} already holds events`);
    const reader = new BackupReader();
    let waiting: LogEntry[] = [];
    for await (const chunk of response) {
      waiting.push(...reader.push(chunk as Buffer));
      if (waiting.length < batch) continue;
      await storage.import(waiting);
      waiting = [];
    }
    if (waiting.length > 0) await storage.import(waiting);
    const count = reader.finish();
    await storage.complete();
    return count;
  } finally {
    await storage.close();
  }
};
