import {
  type AllStreamSubscription,
  END,
  ErrorType,
  eventTypeFilter,
  EventStoreDBClient,
  excludeSystemEvents,
  jsonEvent,
  type Position,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  streamNameFilter,
  type StreamSubscription,
} from '@eventstore/db-client';
import { expect } from 'chai';
import fc from 'fast-check';
import {
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

const once = (subscription: StreamSubscription | AllStreamSubscription, event: 'caughtUp') =>
  new Promise<void>((resolve) => subscription.once(event, () => resolve()));

describe('event store: subscriptions', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  describe('to a stream', () => {
    it('delivers what is there and then what comes', async () => {
      const stream = newStream();
      await server.client.appendToStream(stream, testEvents(300));
      const subscription = server.client.subscribeToStream(stream);
      const received = take(subscription, 303);
      await once(subscription, 'caughtUp');
      await server.client.appendToStream(stream, testEvents(3));
      expect(revisionsOf(await received)).to.deep.equal(Array.from({ length: 303 }, (_, n) => BigInt(n)));
    });

    it('begins after a revision, or at the end', async () => {
      const stream = newStream();
      await server.client.appendToStream(stream, testEvents(5));
      expect(revisionsOf(await take(server.client.subscribeToStream(stream, { fromRevision: 2n }), 2))).to.deep.equal([
        3n,
        4n,
      ]);
      const subscription = server.client.subscribeToStream(stream, { fromRevision: END });
      const received = take(subscription, 1);
      await once(subscription, 'caughtUp');
      await server.client.appendToStream(stream, testEvent(5));
      expect(revisionsOf(await received)).to.deep.equal([5n]);
    });

    it('waits for a stream that does not exist yet, and for a revision not yet there', async () => {
      const stream = newStream();
      const [early, later] = [
        server.client.subscribeToStream(stream),
        server.client.subscribeToStream(stream, { fromRevision: 1n }),
      ];
      const received = [take(early, 3), take(later, 1)];
      await Promise.all([once(early, 'caughtUp'), once(later, 'caughtUp')]);
      await server.client.appendToStream(stream, testEvents(3));
      expect((await Promise.all(received)).map(revisionsOf)).to.deep.equal([[0n, 1n, 2n], [2n]]);
    });

    it('sees every event live, also those its metadata hides at once', async () => {
      const stream = newStream();
      await server.client.setStreamMetadata(stream, { maxCount: 1 });
      const subscription = server.client.subscribeToStream(stream);
      const received = take(subscription, 20);
      await once(subscription, 'caughtUp');
      await server.client.appendToStream(stream, testEvents(20));
      expect(numbersOf(await received)).to.deep.equal(Array.from({ length: 20 }, (_, n) => n));
    });

    it('ends with the deletion of the stream', async () => {
      const stream = newStream();
      await server.client.appendToStream(stream, testEvent(0));
      const subscription = server.client.subscribeToStream(stream);
      await once(subscription, 'caughtUp');
      const ended = refusal(subscription);
      await server.client.tombstoneStream(stream);
      expect(await ended).to.be.instanceOf(StreamDeletedError);
      expect(await refusal(server.client.subscribeToStream(stream))).to.be.instanceOf(StreamDeletedError);
    });

    it('follows links', async () => {
      const [target, links] = [newStream(), newStream()];
      await server.client.appendToStream(target, testEvents(2));
      const subscription = server.client.subscribeToStream(links, { resolveLinkTos: true });
      const received = take(subscription, 1);
      await once(subscription, 'caughtUp');
      const link = {
        ...jsonEvent({ type: '$>', data: {} }),
        contentType: 'application/octet-stream',
        data: Buffer.from(`1@${target}`),
      };
      await server.client.appendToStream(links, link as never);
      const [event] = await received;
      expect([event?.event?.streamId, event?.event?.revision, event?.link?.streamId]).to.deep.equal([
        target,
        1n,
        links,
      ]);
    });

    it('ends when the client unsubscribes, and others go on', async () => {
      const stream = newStream();
      const [leaving, staying] = [server.client.subscribeToStream(stream), server.client.subscribeToStream(stream)];
      const received = take(staying, 1);
      await Promise.all([once(leaving, 'caughtUp'), once(staying, 'caughtUp')]);
      await leaving.unsubscribe();
      await server.client.appendToStream(stream, testEvent(0));
      expect(await received).to.have.length(1);
    });
  });

  describe('to everything', () => {
    it('resumes after a position without gap or repetition', async () => {
      const stream = newStream('resume');
      await server.client.appendToStream(stream, testEvents(50));
      const filter = streamNameFilter({ prefixes: [stream] });
      const first = await take(server.client.subscribeToAll({ filter }), 20);
      const position = first.at(-1)?.event?.position as Position;
      const rest = await take(server.client.subscribeToAll({ filter, fromPosition: position }), 30);
      expect(numbersOf([...first, ...rest])).to.deep.equal(Array.from({ length: 50 }, (_, n) => n));
    });

    it('waits at a position that is not yet there', async () => {
      const beyond = { commit: 10n ** 12n, prepare: 10n ** 12n };
      const subscription = server.client.subscribeToAll({ fromPosition: beyond });
      await once(subscription, 'caughtUp');
      await server.client.appendToStream(newStream(), testEvent(1));
      await subscription.unsubscribe();
    });

    for (const { name, filter, wanted } of [
      {
        name: 'prefixes of stream names',
        filter: streamNameFilter({ prefixes: ['apple-', 'pear-'] }),
        wanted: ['apple', 'pear'],
      },
      {
        name: 'a regular expression on stream names',
        filter: streamNameFilter({ regex: '^(pear|plum)-' }),
        wanted: ['pear', 'plum'],
      },
      {
        name: 'prefixes of event types',
        filter: eventTypeFilter({ prefixes: ['apple', 'plum'] }),
        wanted: ['apple', 'plum'],
      },
      {
        name: 'a regular expression on event types',
        filter: eventTypeFilter({ regex: '.*-ripe$' }),
        wanted: ['apple', 'pear', 'plum'],
      },
    ]) {
      it(`filters by ${name}, catching up and live`, async () => {
        const fruits = ['apple', 'pear', 'plum', 'stone'];
        const round = async (): Promise<string[]> => {
          const streams = fruits.map((fruit) => newStream(fruit));
          for (const stream of streams) {
            const fruit = stream.split('-')[0] as string;
            await server.client.appendToStream(
              stream,
              testEvent(1, fruit === 'stone' ? 'stone-hard' : `${fruit}-ripe`),
            );
          }
          return streams.filter((stream) => wanted.includes(stream.split('-')[0] as string));
        };
        const from = (await server.client.appendToStream(newStream(), testEvent(0))).position as Position;
        const before = await round();
        const subscription = server.client.subscribeToAll({ filter, fromPosition: from });
        const received = take(subscription, before.length * 2);
        await once(subscription, 'caughtUp');
        const later = await round();
        expect((await received).map(({ event }) => event?.streamId)).to.deep.equal([...before, ...later]);
      });
    }

    it('leaves system events out', async () => {
      const stream = newStream();
      const from = (await server.client.appendToStream(stream, testEvent(0))).position as Position;
      await server.client.setStreamMetadata(stream, { maxCount: 5 });
      await server.client.appendToStream(stream, testEvent(1));
      const [event] = await take(
        server.client.subscribeToAll({ fromPosition: from, filter: excludeSystemEvents() }),
        1,
      );
      expect(event?.event?.revision).to.equal(1n);
    });

    it('tells a filtered subscription how far it has come', async () => {
      const stream = newStream('checkpoint');
      const from = (await server.client.appendToStream(stream, testEvents(1_000))).position as Position;
      const checkpoints: Position[] = [];
      const filter = streamNameFilter({
        prefixes: ['nothing-like-it'],
        maxSearchWindow: 50,
        checkpointInterval: 2,
        checkpointReached: (_subscription, position) => void checkpoints.push(position),
      });
      const subscription = server.client.subscribeToAll({ filter });
      await once(subscription, 'caughtUp');
      expect(checkpoints.length).to.be.at.least(10);
      const commits = checkpoints.map(({ commit }) => commit);
      expect(commits).to.deep.equal([...new Set(commits)].sort((a, b) => (a < b ? -1 : 1)));
      const live = checkpoints.length;
      await server.client.appendToStream(stream, testEvents(250));
      while (checkpoints.length < live + 2) await server.client.appendToStream(stream, testEvent(1));
      expect((checkpoints.at(-1) as Position).commit >= from.commit).to.equal(true);
      await subscription.unsubscribe();
    });

    it('refuses a regular expression that is none', async () => {
      const error = await refusal(server.client.subscribeToAll({ filter: streamNameFilter({ regex: '(' }) }));
      expect(error.type).to.equal(ErrorType.UNKNOWN);
      expect(await take(server.client.subscribeToAll(), 1)).to.have.length(1);
    });
  });

  it('hands over to live without gap, repetition or disorder under concurrent writers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 4 }),
        async (batches, writers, starts) => {
          const prefix = newStream('race');
          const total = batches.reduce((sum, size) => sum + size, 0) * writers;
          const filter = streamNameFilter({ prefixes: [prefix] });
          const readers: Promise<string[]>[] = [];
          const read = async (): Promise<string[]> =>
            (await take(server.client.subscribeToAll({ filter }), total)).map(
              ({ event }) => `${event?.streamId}@${event?.revision}`,
            );
          let written = 0;
          await Promise.all(
            Array.from({ length: writers }, async (_, writer) => {
              for (const size of batches) {
                await server.client.appendToStream(`${prefix}-${writer}`, testEvents(size));
                written += 1;
                if (starts.includes(written)) readers.push(read());
              }
            }),
          );
          readers.push(read());
          const seen = await Promise.all(readers);
          for (const events of seen) expect(events).to.deep.equal(seen[0]);
          expect(new Set(seen[0]).size).to.equal(total);
        },
      ),
      { numRuns: 15 },
    );
  });

  for (const kind of ['everything', 'a stream'] as const) {
    it(`lets a slow reader of ${kind} be slow: it is notified that it fell behind, and nothing is lost`, async () => {
      const total = 1_400;
      const stream = newStream('slow');
      const client = EventStoreDBClient.connectionString(server.url);
      const subscription: StreamSubscription | AllStreamSubscription =
        kind === 'everything'
          ? client.subscribeToAll({ filter: streamNameFilter({ prefixes: [stream] }), fromPosition: START })
          : client.subscribeToStream(stream);
      const notices: string[] = [];
      await once(subscription, 'caughtUp');
      subscription.on('fellBehind', () => notices.push('fellBehind'));
      subscription.on('caughtUp', () => notices.push('caughtUp'));
      const pad = 'x'.repeat(10_000);
      for (let from = 0; from < total; from += 100) {
        await server.client.appendToStream(
          stream,
          Array.from({ length: 100 }, (_, n) => jsonEvent({ type: 'Large', data: { number: from + n, pad } })),
          { batchAppendSize: 500_000 },
        );
      }
      const received: ResolvedEvent[] = [];
      for await (const event of subscription) {
        received.push(event);
        if (received.length === total) break;
      }
      expect(numbersOf(received)).to.deep.equal(Array.from({ length: total }, (_, n) => n));
      // The real server leaves the first of the two out.
      if (server.node !== undefined) expect(notices[0]).to.equal('fellBehind');
      await client.dispose();
    });
  }
});
