import type { Catalogue } from '../../domain/kernel/catalogue.ts';
import type { Log } from '../../domain/kernel/log.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { EventExport, ExportFilter } from '../../read-api/events/event-export.ts';
import { selectedEvents } from './selected-events.ts';

/** Each holds a reading of the whole log. */
const mostAtOnce = 4;

/** Exports over HTTP: of one workspace each, a few at once. `log` yields people's data sealed. */
export const streamedExport = (log: Log, catalogue: Catalogue): EventExport => {
  const running = new Set<string>();
  async function* lines(filter: ExportFilter, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const end = await log.head();
    if (!end) return;
    const selection = { ...filter, personal: 'drop' as const };
    for await (const { events } of selectedEvents(log, catalogue, selection, end, signal))
      if (events.length > 0) yield Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
  return {
    ndjson: (filter, signal) => {
      const { workspaceId } = filter;
      if (running.size >= mostAtOnce || running.has(workspaceId))
        throw new Refused('RATE_LIMITED', 'An export runs already', { retryAfterSeconds: 30 });
      running.add(workspaceId);
      // Who asked always ends the signal, also after the last line.
      signal.addEventListener('abort', () => running.delete(workspaceId), { once: true });
      return lines(filter, signal);
    },
  };
};
