import { binaryEvent, BACKWARDS, END, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import fc from 'fast-check';
import { collect, newStream, numbersOf, startServer, testEvents, type TestServer } from './server.ts';

/** Longer than the pages whose events are looked up one by one. */
const long = 700;

describe('event store: reading long streams', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

  /** A stream whose events lie between those of others, `others` of them for each of its own. */
  const interleaved = async (others: number, chunk: number): Promise<string> => {
    const stream = newStream();
    const events = testEvents(long);
    for (let at = 0; at < long; at += chunk) {
      await server.client.appendToStream(stream, events.slice(at, at + chunk));
      if (others > 0) await server.client.appendToStream(`${stream}-other`, testEvents(chunk * others));
    }
    return stream;
  };

  for (const { others, chunk, name } of [
    { others: 0, chunk: long, name: 'written in one go' },
    { others: 1, chunk: 50, name: 'written with others in between' },
    { others: 9, chunk: 70, name: 'scattered over the log' },
  ]) {
    it(`reads a stream ${name} from anywhere, in either direction, up to any count`, async () => {
      const stream = await interleaved(others, chunk);
      const { client } = server;
      const read = async (options: Parameters<typeof client.readStream>[1]): Promise<unknown[]> =>
        numbersOf(await collect(client.readStream(stream, options)));
      expect(await read({})).to.deep.equal(range(0, long));
      expect(await read({ direction: BACKWARDS, fromRevision: END })).to.deep.equal(range(0, long).reverse());
      await fc.assert(
        fc.asyncProperty(fc.nat(long + 10), fc.integer({ min: 1, max: long }), async (from, maxCount) => {
          const fromRevision = BigInt(from);
          expect(await read({ fromRevision, maxCount })).to.deep.equal(range(from, long).slice(0, maxCount));
          const back = range(0, Math.min(from + 1, long)).reverse();
          expect(await read({ direction: BACKWARDS, fromRevision, maxCount })).to.deep.equal(back.slice(0, maxCount));
        }),
        { numRuns: 15 },
      );
    });
  }

  it('leaves out what is truncated, also when what is asked for begins below it', async () => {
    const stream = await interleaved(0, long);
    const { client } = server;
    await client.setStreamMetadata(stream, { truncateBefore: 500 });
    expect(numbersOf(await collect(client.readStream(stream)))).to.deep.equal(range(500, long));
    const back = { direction: BACKWARDS, fromRevision: 499n } as const;
    expect(await collect(client.readStream(stream, back))).to.be.empty;
    await client.setStreamMetadata(stream, { maxCount: 300 });
    const all = { direction: BACKWARDS, fromRevision: END } as const;
    expect(numbersOf(await collect(client.readStream(stream, all)))).to.deep.equal(range(400, long).reverse());
  });

  it('delivers events of every size whole and in order, however they share what is sent', async () => {
    const sizes = [0, 1, 30_000, 40_000, 65_000, 65_400, 65_531, 65_536, 70_000, 3, 200_000, 64_000, 1_500, 0, 900_000];
    const stream = newStream();
    const events = sizes.map((size) => binaryEvent({ type: 'Sized', data: Buffer.alloc(size, size % 251) }));
    for (const event of events) await server.client.appendToStream(stream, event);
    const stored = await collect(server.client.readStream(stream));
    for (const [n, { event }] of stored.entries()) {
      expect(Buffer.from(event?.data as Uint8Array).equals(Buffer.from(events[n]?.data as Uint8Array))).to.equal(true);
    }
    expect(stored).to.have.length(sizes.length);
  });

  it('stops in the middle when the reader leaves, and serves the next', async () => {
    const stream = await interleaved(0, long);
    const some: ResolvedEvent[] = [];
    for await (const event of server.client.readStream(stream)) {
      some.push(event);
      if (some.length === 10) break;
    }
    await server.client.appendToStream(stream, jsonEvent({ type: 'TestHappened', data: { number: long } }));
    expect(await collect(server.client.readStream(stream))).to.have.length(long + 1);
  });
});
