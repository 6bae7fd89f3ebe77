import {
  BACKWARDS,
  binaryEvent,
  END,
  ErrorType,
  FORWARDS,
  jsonEvent,
  type Position,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  collect,
  inEverything,
  newStream,
  numbersOf,
  refusal,
  revisionsOf,
  startServer,
  testEvent,
  testEvents,
  type TestServer,
} from './server.ts';

const range = (from: number, to: number): bigint[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => BigInt(from < to ? from + index : from - index));

describe('event store: reading', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  describe('a stream', () => {
    const stream = newStream();
    before(async () => {
      await server.client.appendToStream(stream, testEvents(700));
    });
    const read = async (options: Parameters<typeof server.client.readStream>[1]) =>
      revisionsOf(await collect(server.client.readStream(stream, options)));

    it('forwards and backwards as a whole, over several pages', async () => {
      expect(await read({})).to.deep.equal(range(0, 699));
      expect(await read({ direction: BACKWARDS, fromRevision: END })).to.deep.equal(range(699, 0));
    });

    it('from a revision, up to a count', async () => {
      expect(await read({ fromRevision: 690n, maxCount: 5 })).to.deep.equal(range(690, 694));
      expect(await read({ fromRevision: 690n, maxCount: 50 })).to.deep.equal(range(690, 699));
      expect(await read({ direction: BACKWARDS, fromRevision: 5n, maxCount: 3 })).to.deep.equal(range(5, 3));
      expect(await read({ direction: BACKWARDS, fromRevision: 5n })).to.deep.equal(range(5, 0));
      expect(await read({ fromRevision: START, maxCount: 1 })).to.deep.equal([0n]);
      expect(await read({ direction: BACKWARDS, fromRevision: END, maxCount: 1 })).to.deep.equal([699n]);
    });

    it('from beyond its end yields nothing forwards and all of it backwards', async () => {
      expect(await read({ fromRevision: 700n })).to.deep.equal([]);
      expect(await read({ fromRevision: 10_000n })).to.deep.equal([]);
      const fromEnd = await refusal(read({ fromRevision: END, direction: FORWARDS }));
      expect(fromEnd.message).to.include('Unexpected ReadStreamResult: Error');
      expect(await read({ direction: BACKWARDS, fromRevision: 10_000n, maxCount: 2 })).to.deep.equal([699n, 698n]);
    });

    it('refuses a count of nothing and keeps serving', async () => {
      expect((await refusal(server.client.readStream(stream, { maxCount: 0 }))).type).to.equal(ErrorType.UNKNOWN);
      expect(await read({ maxCount: 1 })).to.deep.equal([0n]);
    });

    it('keeps serving after a negative count, which the client cannot send', async () => {
      expect((await refusal(server.client.readStream(stream, { maxCount: -1 }))).type).to.equal(ErrorType.UNKNOWN);
      expect(await read({ maxCount: 1 })).to.deep.equal([0n]);
    });

    it('refuses a revision between the largest signed and the largest unsigned number', async () => {
      const error = await refusal(server.client.readStream(stream, { fromRevision: 2n ** 63n }));
      expect(error.type).to.equal(ErrorType.UNKNOWN);
    });

    it('gives up in the middle without harm', async () => {
      for await (const { event } of server.client.readStream(stream)) if (event?.revision === 3n) break;
      expect(await read({ maxCount: 2 })).to.deep.equal([0n, 1n]);
    });
  });

  it('comes whole in both directions, however large and scattered its events are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 20, 3_000, 200_000, 700_000)), {
          minLength: 1,
          maxLength: 40,
        }),
        async (appends) => {
          const streams = Array.from({ length: 6 }, () => newStream('mixed'));
          const written = new Map(streams.map((stream) => [stream, [] as number[]]));
          for (const [n, [at, size]] of appends.entries()) {
            const stream = streams[at] as string;
            await server.client.appendToStream(
              stream,
              jsonEvent({ type: 'Mixed', data: { number: n, pad: 'x'.repeat(size) } }),
            );
            written.get(stream)?.push(n);
          }
          // Pushes what was written out of the tail that is kept in memory.
          const pad = 'x'.repeat(900_000);
          for (let n = 0; n < 10; n += 1) {
            await server.client.appendToStream('filler', jsonEvent({ type: 'Filler', data: { pad } }));
          }
          for (const [stream, numbers] of written) {
            if (numbers.length === 0) continue;
            expect(numbersOf(await collect(server.client.readStream(stream)))).to.deep.equal(numbers);
            const backwards = server.client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
            expect(numbersOf(await collect(backwards))).to.deep.equal([...numbers].reverse());
          }
        },
      ),
      { numRuns: 4 },
    );
  });

  it('tells an absent stream from one deleted for good', async () => {
    const [absent, gone] = [newStream(), newStream()];
    await server.client.appendToStream(gone, testEvent(1));
    await server.client.tombstoneStream(gone);
    for (const direction of [FORWARDS, BACKWARDS] as const) {
      const from = direction === FORWARDS ? START : END;
      const notFound = await refusal(server.client.readStream(absent, { direction, fromRevision: from }));
      expect(notFound).to.be.instanceOf(StreamNotFoundError);
      expect((notFound as StreamNotFoundError).streamName).to.equal(absent);
      const deleted = await refusal(server.client.readStream(gone, { direction, fromRevision: from }));
      expect(deleted).to.be.instanceOf(StreamDeletedError);
      expect((deleted as StreamDeletedError).streamName).to.equal(gone);
    }
  });

  describe('everything', () => {
    const stream = newStream();
    let events: ResolvedEvent[];
    const newestBefore = async (fromPosition: Position | typeof END, count: number): Promise<ResolvedEvent[]> => {
      const found: ResolvedEvent[] = [];
      for await (const one of server.client.readAll({ direction: BACKWARDS, fromPosition })) {
        if (one.event?.streamId === stream) found.push(one);
        if (found.length === count) break;
      }
      return found;
    };
    before(async () => {
      const { position } = await server.client.appendToStream(newStream(), testEvents(1));
      for (let round = 0; round < 3; round += 1) {
        await server.client.appendToStream(stream, testEvents(4));
        await server.client.appendToStream(newStream(), testEvents(2));
      }
      events = await inEverything(server, stream, position);
    });

    it('comes in the order of its positions, the same backwards', async () => {
      expect(revisionsOf(events)).to.deep.equal(range(0, 11));
      const backwards = await newestBefore(END, 12);
      expect(backwards.map(({ event }) => event?.position)).to.deep.equal(
        events.map(({ event }) => event?.position).reverse(),
      );
    });

    it('from a position: included forwards, left out backwards', async () => {
      const fourth = events[3]?.event?.position;
      if (fourth === undefined) throw new Error('no position');
      expect(revisionsOf(await inEverything(server, stream, fourth))).to.deep.equal(range(3, 11));
      expect(revisionsOf(await newestBefore(fourth, 3))).to.deep.equal([2n, 1n, 0n]);
    });

    it('up to a count, and nothing from beyond the end', async () => {
      expect(await collect(server.client.readAll({ maxCount: 7 }))).to.have.length(7);
      expect(
        await collect(server.client.readAll({ maxCount: 3, direction: BACKWARDS, fromPosition: END })),
      ).to.have.length(3);
      const beyond = { commit: 10n ** 15n, prepare: 10n ** 15n };
      expect(await collect(server.client.readAll({ fromPosition: beyond }))).to.be.empty;
    });

    it('refuses a prepare position above the commit position', async () => {
      const error = await refusal(server.client.readAll({ fromPosition: { commit: 1n, prepare: 2n } }));
      expect(error.type).to.equal(ErrorType.UNKNOWN);
      expect(await collect(server.client.readAll({ maxCount: 1 }))).to.have.length(1);
    });
  });

  describe('links', () => {
    const link = (target: string) => binaryEvent({ type: '$>', data: Buffer.from(target) });
    const targets = newStream();
    const links = newStream('links');
    before(async () => {
      await server.client.appendToStream(targets, testEvents(3));
      await server.client.appendToStream(links, [
        link(`2@${targets}`),
        link(`0@${targets}`),
        link(`7@${targets}`),
        link(`0@${newStream('absent')}`),
      ]);
    });

    it('are followed when asked for', async () => {
      const events = await collect(server.client.readStream(links, { resolveLinkTos: true }));
      expect(events.map(({ event }) => event?.revision)).to.deep.equal([2n, 0n, undefined, undefined]);
      expect(events.map(({ link: own }) => own?.streamId)).to.deep.equal([links, links, links, links]);
      expect(events.map(({ link: own }) => own?.revision)).to.deep.equal([0n, 1n, 2n, 3n]);
      expect(events[0]?.event?.streamId).to.equal(targets);
    });

    it('are events like others otherwise', async () => {
      const events = await collect(server.client.readStream(links));
      expect(events.map(({ event }) => event?.type)).to.deep.equal(['$>', '$>', '$>', '$>']);
      expect(events.every(({ link: own }) => own === undefined)).to.equal(true);
    });
  });
});
