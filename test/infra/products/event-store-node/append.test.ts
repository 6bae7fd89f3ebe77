import { randomUUID } from 'node:crypto';
import {
  ANY,
  BACKWARDS,
  binaryEvent,
  END,
  ErrorType,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  newStream,
  numbersOf,
  refusal,
  revisionsOf,
  startServer,
  take,
  testEvent,
  testEvents,
  type TestServer,
} from './server.ts';

/** Appends take two ways through the client: one call each with credentials, one shared call without. */
const ways = [
  { name: 'in batches', options: {} },
  { name: 'one by one', options: { credentials: { username: 'admin', password: 'changeit' } } },
] as const;

describe('event store: appending', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  for (const { name, options } of ways) {
    describe(name, () => {
      const append = (...[stream, events, more]: Parameters<EventStoreDBClient['appendToStream']>) =>
        server.client.appendToStream(stream, events, { ...more, ...options });

      it('answers with the next revision and the position of the last event', async () => {
        const stream = newStream();
        const first = await append(stream, testEvents(3), { expectedRevision: NO_STREAM });
        const second = await append(stream, testEvent(3), { expectedRevision: first.nextExpectedRevision });
        expect([first.success, first.nextExpectedRevision, second.nextExpectedRevision]).to.deep.equal([true, 2n, 3n]);
        const [last] = await collect(
          server.client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
        );
        expect(second.position).to.deep.equal(last?.event?.position);
        expect((second.position?.commit ?? 0n) > (first.position?.commit ?? 0n)).to.equal(true);
      });

      for (const [kind, expected, exists, passes] of [
        ['any', ANY, false, true],
        ['any', ANY, true, true],
        ['no_stream', NO_STREAM, false, true],
        ['no_stream', NO_STREAM, true, false],
        ['stream_exists', STREAM_EXISTS, true, true],
        ['stream_exists', STREAM_EXISTS, false, false],
        ['the revision it has', 1n, true, true],
        ['a lower revision', 0n, true, false],
        ['a higher revision', 5n, true, false],
        ['a revision', 0n, false, false],
      ] as const) {
        it(`${passes ? 'accepts' : 'refuses'} ${kind} on a stream that ${exists ? 'exists' : 'does not exist'}`, async () => {
          const stream = newStream();
          if (exists) await append(stream, testEvents(2));
          if (passes) {
            const result = await append(stream, testEvent(9), { expectedRevision: expected });
            expect(result.nextExpectedRevision).to.equal(exists ? 2n : 0n);
            return;
          }
          const error = await refusal(append(stream, testEvent(9), { expectedRevision: expected }));
          expect(error).to.be.instanceOf(WrongExpectedVersionError);
          const { streamName, actualVersion, expectedVersion } = error as WrongExpectedVersionError;
          expect({ streamName, actualVersion, expectedVersion }).to.deep.equal({
            streamName: stream,
            actualVersion: exists ? 1n : 'no_stream',
            expectedVersion: expected,
          });
          const stored = await collect(server.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 5 }));
          expect(stored.filter(({ event }) => event?.streamId === stream && event.revision > 1n)).to.be.empty;
        });
      }

      it('recognises a resent append at its exact revision, however often and however much later', async () => {
        const stream = newStream();
        const events = testEvents(3);
        const first = await append(stream, events, { expectedRevision: NO_STREAM });
        await append(stream, testEvents(2), { expectedRevision: 2n });
        for (let again = 0; again < 2; again += 1) {
          const repeated = await append(stream, events, { expectedRevision: NO_STREAM });
          expect(repeated).to.deep.equal(first);
        }
        expect(await collect(server.client.readStream(stream))).to.have.length(5);
      });

      it('recognises a resent append of a part of what was written', async () => {
        const stream = newStream();
        const events = testEvents(3);
        await append(stream, events, { expectedRevision: NO_STREAM });
        const repeated = await append(stream, events.slice(0, 2), { expectedRevision: NO_STREAM });
        expect(repeated.nextExpectedRevision).to.equal(1n);
        for (const expectedRevision of [NO_STREAM, ANY] as const) {
          const error = await refusal(append(stream, [...events, testEvent(3)], { expectedRevision }));
          expect(error.type).to.equal(ErrorType.WRONG_EXPECTED_VERSION);
        }
        expect(await collect(server.client.readStream(stream))).to.have.length(3);
      });

      it('recognises a resent append to any revision', async () => {
        const stream = newStream();
        const events = testEvents(2);
        const first = await append(stream, events);
        expect(await append(stream, events)).to.deep.equal(first);
        expect(await collect(server.client.readStream(stream))).to.have.length(2);
      });

      it('writes the same id again at a later revision and in another stream', async () => {
        const [one, other] = [newStream(), newStream()];
        const event = testEvent(1);
        await append(one, event, { expectedRevision: NO_STREAM });
        await append(one, event, { expectedRevision: 0n });
        await append(other, event, { expectedRevision: NO_STREAM });
        expect(await collect(server.client.readStream(one))).to.have.length(2);
        expect(await collect(server.client.readStream(other))).to.have.length(1);
      });

      it('keeps payloads, metadata, ids and times as they were given', async () => {
        const stream = newStream();
        const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
        const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
        const json = { text: 'äöü 🚀 \u0000', nested: { list: [1, null, true] }, empty: {} };
        const before = Date.now();
        await append(stream, [
          jsonEvent({ id: ids[0], type: 'Schön-Passiert', data: json, metadata: { $correlationId: 'c1' } }),
          binaryEvent({ id: ids[1], type: 'binary', data: bytes, metadata: Uint8Array.from([1, 2, 255]) }),
          jsonEvent({ id: ids[2], type: 'bare', data: 'text' }),
        ]);
        const [first, second, third] = (await collect(server.client.readStream(stream))).map(({ event }) => event);
        expect([first?.id, first?.type, first?.data, first?.metadata]).to.deep.equal([
          ids[0],
          'Schön-Passiert',
          json,
          { $correlationId: 'c1' },
        ]);
        expect([second?.id, second?.isJson, [...(second?.data as Uint8Array)]]).to.deep.equal([
          ids[1],
          false,
          [...bytes],
        ]);
        expect([...(second?.metadata as Uint8Array)]).to.deep.equal([1, 2, 255]);
        expect([third?.id, third?.data, third?.metadata]).to.deep.equal([ids[2], 'text', undefined]);
        const created = first?.created.getTime() ?? 0;
        expect(created).to.be.within(before - 1000, Date.now() + 1000);
      });

      it('writes an append of several messages as one', async () => {
        const stream = newStream();
        const events = Array.from({ length: 20 }, (_, number) =>
          jsonEvent({ type: 'Large', data: { number, pad: 'x'.repeat(20_000) } }),
        );
        const result = await append(stream, events, { expectedRevision: NO_STREAM, batchAppendSize: 50_000 });
        expect(result.nextExpectedRevision).to.equal(19n);
        const stored = await collect(server.client.readStream(stream));
        expect(numbersOf(stored)).to.deep.equal(events.map((_, index) => index));
      });

      it('refuses what is larger than the largest append, and the connection stays usable', async () => {
        const stream = newStream();
        const large = jsonEvent({ type: 'Large', data: { pad: 'x'.repeat(1024 * 1024 + 1) } });
        const error = await refusal(append(stream, large));
        expect(error).to.be.instanceOf(MaxAppendSizeExceededError);
        expect((error as MaxAppendSizeExceededError).maxAppendSize).to.equal(1024 * 1024);
        expect((await append(stream, testEvent(1), { expectedRevision: NO_STREAM })).nextExpectedRevision).to.equal(0n);
      });

      it('refuses a stream that was deleted for good', async () => {
        const stream = newStream();
        await append(stream, testEvent(1));
        await server.client.tombstoneStream(stream);
        const error = await refusal(append(stream, testEvent(2)));
        expect(error).to.be.instanceOf(StreamDeletedError);
        expect((error as StreamDeletedError).streamName).to.equal(stream);
      });

      it('refuses an id that is none', async () => {
        const stream = newStream();
        const error = await refusal(append(stream, jsonEvent({ id: 'not-an-id', type: 'Odd', data: {} })));
        expect(error.type).to.equal(ErrorType.UNKNOWN);
        expect((await refusal(server.client.readStream(stream))).type).to.equal(ErrorType.STREAM_NOT_FOUND);
      });
    });
  }

  it('answers a wrong expected revision instead of throwing when asked to', async () => {
    const client = EventStoreDBClient.connectionString(`${server.url}&throwOnAppendFailure=false`);
    const stream = newStream();
    await client.appendToStream(stream, testEvents(3));
    for (const { options } of ways) {
      const result = await client.appendToStream(stream, testEvent(9), { expectedRevision: NO_STREAM, ...options });
      expect(result.success).to.equal(false);
      expect(result.nextExpectedRevision).to.be.oneOf([1n, 2n]);
    }
    await client.dispose();
  });

  it('keeps the order of many writers: no gap, no repetition', async () => {
    const streams = Array.from({ length: 8 }, () => newStream('order'));
    const all = server.client.subscribeToAll({ fromPosition: END });
    const confirmed = new Promise((resolve) => all.once('caughtUp', resolve));
    const received = (async () => {
      const mine = [];
      for await (const { event } of all) {
        if (event !== undefined && streams.includes(event.streamId)) mine.push(event);
        if (mine.length === 8 * 25) break;
      }
      return mine;
    })();
    await confirmed;
    await Promise.all(
      streams.flatMap((stream) =>
        Array.from({ length: 25 }, (_, n) => server.client.appendToStream(stream, testEvent(n))),
      ),
    );
    const events = await received;
    for (const stream of streams) {
      const own = events.filter((event) => event.streamId === stream);
      expect(own.map((event) => Number(event.revision))).to.deep.equal(Array.from({ length: 25 }, (_, n) => n));
    }
    const positions = events.map((event) => event.position?.commit ?? 0n);
    expect(positions).to.deep.equal([...positions].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(positions).size).to.equal(events.length);
    expect(revisionsOf(await take(server.client.readStream(streams[0] as string), 2))).to.deep.equal([0n, 1n]);
  });
});
