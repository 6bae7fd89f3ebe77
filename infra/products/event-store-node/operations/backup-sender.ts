import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { EventLog } from '../log/event-log.ts';
import { encodeEnd, encodeFrame } from './backup-format.ts';

const pageEvents = 1_000;
const pageBytes = 1 << 20;

/**
 * Sends every event that is durable at the time of the call. The log only grows at its end, so the
 * part before that end is consistent however much is written meanwhile.
 */
export const sendBackup = async (log: EventLog, target: Writable): Promise<void> => {
  const end = log.tail.lastPosition;
  let next = 1;
  let count = 0;
  while (next <= end && !target.destroyed) {
    const page = await log.storage.readLog({ from: next, to: end, limit: pageEvents, bytes: pageBytes });
    const last = page.at(-1);
    if (last === undefined) break;
    count += page.length;
    next = last.position + 1;
    if (!target.write(Buffer.concat(page.map(encodeFrame)))) await once(target, 'drain');
  }
  target.end(encodeEnd(count));
};
