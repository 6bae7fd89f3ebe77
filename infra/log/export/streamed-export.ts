import { FairShare } from '../../../commands/kernel/fair-share.ts';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { EventExport, ExportFilter, ExportFormat } from '../../../read-api/events/event-export.ts';
import { encoders } from './encoders.ts';
import { selectedEvents } from './selected-events.ts';

/** How many exports are open at once, one of each workspace: a slow reader keeps one open for long. */
const maxOpenExports = 32;
/** How many of them read the log at once. A reader that is slow to take its bytes does not read. */
const readingAtOnce = 4;

/** Exports over HTTP, of one workspace each. `log` reads personal data sealed. */
export const streamedExport = (log: EventLog, catalogue: Catalogue): EventExport => {
  const open = new FairShare({ places: maxOpenExports, most: 1 });
  const reading = new FairShare({ places: readingAtOnce });
  async function* pieces(filter: ExportFilter, format: ExportFormat, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const encoder = await encoders[format]();
    const end = await log.head();
    if (end)
      for await (const { events } of inTurns(
        selectedEvents(log, catalogue, { selection: filter, end }, signal),
        filter.workspaceId,
      )) {
        const piece = encoder.encode(events);
        if (piece.length > 0) yield piece;
      }
    yield encoder.end();
  }
  async function* inTurns<T>(batches: AsyncIterable<T>, workspaceId: string): AsyncIterable<T> {
    const iterator = batches[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await reading.run(workspaceId, () => iterator.next());
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return {
    bytes: (filter, format, signal) => {
      const close = open.take(filter.workspaceId);
      if (!close) throw new Refused('RATE_LIMITED', 'An export runs already', { retryAfterSeconds: 30 });
      // The request always aborts the signal, also after the last byte.
      signal.addEventListener('abort', close, { once: true });
      return pieces(filter, format, signal);
    },
  };
};
