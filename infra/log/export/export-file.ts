import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { EventEncoder } from './event-encoder.ts';
import type { PublicEvent } from './public-event.ts';

/**
 * The destination of an export. Until `finish` the file has another name, so that an incomplete
 * file is never taken for a complete one.
 */
export interface ExportFile {
  write(events: readonly PublicEvent[]): Promise<void>;
  finish(): Promise<void>;
  /** Removes the unfinished file. */
  abandon(): Promise<void>;
}

const partial = (file: string): string => `${file}.partial`;

/** A file of encoded events that only its owner may read. */
export const exportFile = (file: string, encoder: EventEncoder): ExportFile => {
  const out = createWriteStream(partial(file), { mode: 0o600 });
  const fault = new Promise<never>((_, reject) => out.once('error', reject));
  fault.catch(() => undefined);
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (bytes.length > 0 && !out.write(bytes)) await Promise.race([once(out, 'drain'), fault]);
  };
  const ended = async (): Promise<void> => {
    out.end();
    await Promise.race([once(out, 'close'), fault]);
  };
  return {
    write: (events) => write(encoder.encode(events)),
    finish: async () => {
      await write(encoder.end());
      await ended();
      await rename(partial(file), file);
    },
    abandon: async () => {
      await ended().catch(() => undefined);
      await rm(partial(file), { force: true });
    },
  };
};
