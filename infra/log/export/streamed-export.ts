import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { EventExport, ExportFilter, ExportFormat } from '../../../read-api/events/event-export.ts';
import { encoders } from './encoders.ts';
import { selectedEvents } from './selected-events.ts';

/** How many exports run at once: each reads the whole log. */
const mostAtOnce = 4;

/** Exports over HTTP, of one workspace each. `log` reads personal data sealed. */
export const streamedExport = (log: EventLog, catalogue: Catalogue): EventExport => {
  const running = new Set<string>();
  async function* pieces(filter: ExportFilter, format: ExportFormat, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const encoder = encoders[format]();
    const end = await log.head();
    if (end)
      for await (const { events } of selectedEvents(log, catalogue, filter, end, signal)) {
        const piece = encoder.encode(events);
        if (piece.length > 0) yield piece;
      }
    yield encoder.end();
  }
  return {
    bytes: (filter, format, signal) => {
      const { workspaceId } = filter;
      if (running.size >= mostAtOnce || running.has(workspaceId))
        throw new Refused('RATE_LIMITED', 'An export runs already', { retryAfterSeconds: 30 });
      running.add(workspaceId);
      // The request always aborts the signal, also after the last byte.
      signal.addEventListener('abort', () => running.delete(workspaceId), { once: true });
      return pieces(filter, format, signal);
    },
  };
};
