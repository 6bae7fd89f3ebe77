import type { Position } from '../../../domain/kernel/event.ts';
import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import type { RawLog } from '../../stores/eventstoredb/raw-log.ts';
import { isDeletion, isMarker, isSameEvent, ofStreams } from './copied-events.ts';
import { eventPairs } from './event-pairs.ts';

/** The second store holds something that is not of the first log. */
export class NotACopy extends Error {
  override readonly name = 'NotACopy';

  constructor({ stream, revision, type }: Pick<RawEvent, 'stream' | 'revision' | 'type'>) {
    super(
      `The store to copy to holds ${type} ${revision}@${stream}, which is not the next event of the log. A ` +
        'copy needs an empty store, or one with an unfinished copy of the same log.',
    );
  }
}

/** How many of the newest events of the second log are looked for in the first. */
const lookedAt = 200;

type Logs = Readonly<{ from: RawLog; to: RawLog }>;

/**
 * The position in the first log of the last event that the second one has; undefined where it has
 * none. A recent event is found in the first log by its stream; from there on the two are compared.
 * Where none can be found, they are compared from the beginning.
 */
export const endOfCopy = async (logs: Logs): Promise<Position | undefined> => {
  const newest = await logs.to.newest(lookedAt, ofStreams);
  if (newest.length === 0) return undefined;
  const anchor = await anchorIn(newest, logs);
  let end: Position | undefined;
  for await (const pairs of eventPairs(logs, anchor))
    for (const { from, to } of pairs) {
      if (!to) return end;
      if (!from || !isSameEvent(from, to)) throw new NotACopy(to);
      end = from.position;
    }
  return end;
};

const anchorIn = async (
  newest: readonly RawEvent[],
  { from }: Logs,
): Promise<Readonly<{ from: Position; to: Position }> | undefined> => {
  for (const event of newest) {
    if (isDeletion(event) || isMarker(event)) continue;
    const found = await from.event(event.stream, event.revision);
    if (found && isSameEvent(found, event)) return { from: found.position, to: event.position };
  }
  return undefined;
};
