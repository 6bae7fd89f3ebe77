import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Tombstone, type KeepTombstone } from '../../../domain/kernel/tombstone.ts';
import { batched } from '../postgres/batched.ts';

/** The tombstones of a node, beside the stores: a restore of the stores does not bring back an older one. */
export const tombstonesIn = (dataDir: string): string => path.join(dataDir, 'tombstones.ndjson');

/**
 * Keeps tombstones in a file, one a line, and waits until they are on the disk. Those that arrive
 * during a write share the next one.
 */
export const keepTombstonesIn = (file: string): KeepTombstone =>
  batched<Tombstone, void>(
    async (tombstones) => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const at = new Date().toISOString();
      const handle = await open(file, 'a', 0o600);
      try {
        // A crash may have left a part of a line: each write begins a new one.
        await handle.appendFile(`\n${tombstones.map((one) => JSON.stringify({ ...one, at })).join('\n')}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return tombstones.map(() => undefined);
    },
    { maxBatch: 500 },
  );

const parsed = (line: string): Tombstone | undefined => {
  try {
    return Tombstone.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

/** The tombstones of a file, in their order; undefined for a line that is none. */
export async function* readTombstones(file: string): AsyncGenerator<Tombstone | undefined> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) if (line.trim() !== '') yield parsed(line);
}
