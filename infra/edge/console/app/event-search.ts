import type { Schemas } from './api.ts';
import { answered, api } from './api.ts';

/** An event of the workspace as the export hands it out. */
export type StoredEvent = Readonly<{
  id: string;
  type: string;
  stream: string;
  revision: number;
  position: string;
  occurredAt: string;
  actor: Readonly<{ kind: Schemas['AuditLogEntry']['actor']['kind']; id: string }>;
  correlationId: string;
  causationId: string;
  data: Readonly<Record<string, unknown>>;
}>;

export type Wanted = Readonly<{
  /** Occurred at this instant or later; the whole log where it is absent. */
  from?: string | undefined;
  /** Event types, separated by commas. */
  types?: string | undefined;
  /** A stream, the category of streams or the id of a resource. */
  stream?: string | undefined;
  correlationId?: string | undefined;
}>;

export type Found = Readonly<{
  events: readonly StoredEvent[];
  /** How many events of the workspace were looked at. */
  read: number;
  /** Where to read on; undefined at the end of the log. */
  next: string | undefined;
}>;

/** An answer has so many events at most, and looks at so many. */
const bounds = { events: 100, read: 20_000 } as const;

const isWanted = ({ stream, correlationId }: Wanted, event: StoredEvent): boolean => {
  if (correlationId !== undefined && event.correlationId !== correlationId) return false;
  if (stream === undefined) return true;
  return event.stream === stream || event.stream.startsWith(`${stream}-`) || event.stream.endsWith(`-${stream}`);
};

/** The lines of a text that comes in pieces. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const [reader, decoder] = [stream.getReader(), new TextDecoder()];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // What is not read any more is not sent any more.
    await reader.cancel();
  }
}

/** The events among the lines that are wanted, oldest first, until enough are found or looked at. */
export const searchLines = async (wanted: Wanted, pieces: AsyncIterable<string>): Promise<Found> => {
  const events: StoredEvent[] = [];
  let read = 0;
  for await (const line of linesOf(pieces)) {
    const event: StoredEvent = JSON.parse(line);
    read += 1;
    if (isWanted(wanted, event)) events.push(event);
    if (events.length >= bounds.events || read >= bounds.read) return { events, read, next: event.position };
  }
  return { events, read, next: undefined };
};

/** Searches the log of the workspace from an instant on, or on from a position. */
export const searchEvents = async (wanted: Wanted, after?: string): Promise<Found> => {
  const { from, types } = wanted;
  const query = {
    ...(after === undefined ? {} : { after }),
    ...(from === undefined ? {} : { from }),
    ...(types === undefined ? {} : { type: types }),
  };
  const body = await answered(api.GET('/v1/events/export', { params: { query }, parseAs: 'stream' }));
  return body === null ? { events: [], read: 0, next: undefined } : searchLines(wanted, piecesOf(body));
};
