import type { Position } from '../../../domain/kernel/event.ts';
import { collected } from './reads.ts';
import type { Connection } from './connection.ts';
import { requestOfRange } from './log-entries.ts';
import { rawEventIn } from './read-response.ts';

const firstPageEvents = 16;
const maxPageEvents = 1_000;

/**
 * The position of the newest event, without the store's own (links, settings): a few of them follow
 * each event of the service. Undefined while there is none.
 */
export const newestEvent = async (
  connection: Connection,
  wish: Parameters<typeof collected>[2],
): Promise<Position | undefined> => {
  let from: Position | 'end' = 'end';
  for (let count = firstPageEvents; ; count = Math.min(maxPageEvents, count * 8)) {
    const answers = await collected(connection, requestOfRange({ from, limit: count, backwards: true }), wish);
    const events = answers.flatMap((answer) => rawEventIn(answer) ?? []);
    const newest = events.find(({ type }) => !type.startsWith('$'));
    if (newest) return newest.position;
    const last = events.at(-1)?.position;
    if (events.length < count || !last) return undefined;
    from = last;
  }
};
