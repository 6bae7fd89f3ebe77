import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, type Position, type ResolvedEvent } from '@eventstore/db-client';
import { type NodeOptions, type RunningNode, startNode } from '../../../../infra/products/event-store-node/node.ts';

/** The server under test: the embedded node in a folder of its own, or the one `EVENTSTORE_URL` names. */
export type TestServer = Readonly<{
  url: string;
  /** What only an embedded node can be asked. */
  node: RunningNode | undefined;
  client: EventStoreDBClient;
  stop: () => Promise<void>;
}>;

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'event-store-'));

/** Starts an embedded node in a new folder and hands both to `use`. */
export const startEmbedded = async (
  options: Partial<NodeOptions> = {},
): Promise<{ node: RunningNode; dir: string; url: string; stop: () => Promise<void> }> => {
  const dir = options.dir ?? (await temporaryFolder());
  const node = await startNode({ ...options, dir });
  const stop = async (): Promise<void> => {
    await node.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { node, dir, url: `esdb://127.0.0.1:${node.port}?tls=false`, stop };
};

export const startServer = async (options: Partial<NodeOptions> = {}): Promise<TestServer> => {
  const foreign = process.env['EVENTSTORE_URL'];
  const embedded = foreign === undefined ? await startEmbedded(options) : undefined;
  const url = foreign ?? (embedded as { url: string }).url;
  const client = EventStoreDBClient.connectionString(url);
  const stop = async (): Promise<void> => {
    await client.dispose();
    await embedded?.stop();
  };
  return { url, node: embedded?.node, client, stop };
};

/** A stream that no other test uses. */
export const newStream = (category = 'test'): string => `${category}-${randomUUID()}`;

export const testEvent = (number: number, type = 'TestHappened') =>
  jsonEvent({ type, data: { number }, metadata: { origin: 'test' } });

export const testEvents = (count: number, type?: string) =>
  Array.from({ length: count }, (_, number) => testEvent(number, type));

/** Everything a read yields. */
export const collect = async (events: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> => {
  const all: ResolvedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

/**
 * The events of a stream in everything, from a position on. How much was stored before, and how much
 * others store at the same time, changes nothing about the answer.
 */
export const inEverything = async (
  { client }: TestServer,
  stream: string,
  fromPosition: Position | undefined,
): Promise<ResolvedEvent[]> => {
  if (fromPosition === undefined) throw new Error('the server answered without a position');
  const events = await collect(client.readAll({ fromPosition }));
  return events.filter(({ event }) => event?.streamId === stream);
};

type Endless<Event> = AsyncIterable<Event> & { unsubscribe?: () => Promise<void>; cancel?: () => Promise<void> };

/** The first `count` events of something that does not end; then it is let go of. */
export const take = async <Event>(events: Endless<Event>, count: number): Promise<Event[]> => {
  const taken: Event[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  await (events.unsubscribe ?? events.cancel)?.call(events);
  return taken;
};

export const numbersOf = (events: readonly ResolvedEvent[]): unknown[] =>
  events.map(({ event }) => (event?.data as { number?: number } | undefined)?.number);

export const revisionsOf = (events: readonly ResolvedEvent[]): (bigint | undefined)[] =>
  events.map(({ event }) => event?.revision);

/** The error something is refused with. */
export const refusal = async (act: Promise<unknown> | AsyncIterable<unknown>): Promise<Error & { type?: string }> => {
  try {
    if (Symbol.asyncIterator in act) for await (const _ of act);
    else await act;
  } catch (error) {
    return error as Error & { type?: string };
  }
  throw new Error('nothing was refused');
};
