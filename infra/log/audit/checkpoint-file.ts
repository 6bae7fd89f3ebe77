import { createReadStream } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { SignedCheckpoint } from '@social-publishing/audit-proofs';
import { faultCodeOf } from '../../../domain/kernel/error-of.ts';

/** More bytes than two checkpoints take. */
const tailBytes = 8192;

const parse = (line: string): SignedCheckpoint => SignedCheckpoint.parse(JSON.parse(line));

/** The last whole line and where it ends. A crash may have left an incomplete line after it. */
const tailOf = async (file: FileHandle): Promise<Readonly<{ end: number; line: string | undefined }>> => {
  const { size } = await file.stat();
  const from = Math.max(0, size - tailBytes);
  const tail = Buffer.alloc(size - from);
  await file.read(tail, 0, tail.length, from);
  const newline = tail.lastIndexOf(10);
  if (newline < 0) return { end: 0, line: undefined };
  const begin = newline === 0 ? 0 : tail.lastIndexOf(10, newline - 1) + 1;
  return { end: from + newline + 1, line: tail.toString('utf8', begin, newline) };
};

/**
 * The checkpoints outside the databases: one a line, the oldest first, for backups and log
 * shippers. Every user may read the file, because a checkpoint reveals nothing but the size of the
 * log.
 */
export class CheckpointFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = path.join(dataDir, 'audit', 'checkpoints.ndjson');
  }

  async last(): Promise<SignedCheckpoint | undefined> {
    const file = await this.#open();
    try {
      const { line } = await tailOf(file);
      return line === undefined ? undefined : parse(line);
    } finally {
      await file.close();
    }
  }

  /** Adds checkpoints and waits until they are on the disk. */
  async add(checkpoints: readonly SignedCheckpoint[]): Promise<void> {
    const file = await this.#open();
    try {
      const { end } = await tailOf(file);
      await file.truncate(end);
      await file.write(checkpoints.map((one) => `${JSON.stringify(one)}\n`).join(''), end);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** All checkpoints, in order. Throws when a line is not a checkpoint. */
  async *all(): AsyncIterable<SignedCheckpoint> {
    await (await this.#open()).close();
    const lines = createInterface({ input: createReadStream(this.path) });
    for await (const line of lines) if (line !== '') yield parse(line);
  }

  async #open(): Promise<FileHandle> {
    await mkdir(path.dirname(this.path), { recursive: true, mode: 0o755 });
    try {
      return await open(this.path, 'r+');
    } catch (error) {
      if (faultCodeOf(error) !== 'ENOENT') throw error;
      return open(this.path, 'w+', 0o644);
    }
  }
}
