import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ClassicLevel } from 'classic-level';
import fc from 'fast-check';
import { type AllRange, EventLog } from '../../../../infra/products/event-store-node/log/event-log.ts';
import { anyRevision } from '../../../../infra/products/event-store-node/log/expected-revision.ts';
import { jsonEvent } from '../../../../infra/products/event-store-node/log/proposed-event.ts';
import { streamOf, typeOf } from '../../../../infra/products/event-store-node/log/record.ts';
import { decodeProgress, headingsKey, progressKey } from '../../../../infra/products/event-store-node/storage/keys.ts';
import { blockSize } from '../../../../infra/products/event-store-node/storage/headings.ts';
import {
  type EventFilter,
  eventFilter,
  type FilterExpression,
} from '../../../../infra/products/event-store-node/subscriptions/event-filter.ts';
import { useFolders } from './use-folders.ts';

type Found = Readonly<{ position: number; stream: string; type: string }>;

const open = (dir: string): Promise<EventLog> => EventLog.open(dir, (error) => expect.fail(error.message));

const categories = ['post', 'account', 'workspace'];
const types = ['Created', 'CreatedAgain', 'Published', 'Überholt'];

/** Each append is a few events of one stream. The stream and their types repeat as the numbers say. */
const fill = async (log: EventLog, appends: readonly (readonly [stream: number, type: number, events: number])[]) => {
  for (const [stream, type, count] of appends)
    await log.writer.append(
      `${categories[stream % categories.length]}-${stream}`,
      anyRevision,
      Array.from({ length: count }, (_, n) => jsonEvent(types[(type + n) % types.length] ?? '', { n })),
    );
};

const appends = fc.array(fc.tuple(fc.nat(40), fc.nat(3), fc.integer({ min: 1, max: 40 })), {
  minLength: 5,
  maxLength: 60,
});

const expression: fc.Arbitrary<FilterExpression> = fc.oneof(
  fc.record({
    on: fc.constant('stream' as const),
    regex: fc.constant(''),
    prefixes: fc.subarray(['post-', 'account-1', 'work', 'none'], { minLength: 1 }),
  }),
  fc.record({
    on: fc.constant('type' as const),
    regex: fc.constant(''),
    prefixes: fc.subarray(['Created', 'Über', 'Pub', ''], { minLength: 1 }),
  }),
  fc.record({
    on: fc.constantFrom('stream' as const, 'type' as const),
    regex: fc.constantFrom('^[^$].*', '^(post|account)-', 'Again$', '3$', '^\\$'),
    prefixes: fc.constant([]),
  }),
);

/** What a filter lets through, page by page. */
const readAll = async (log: EventLog, from: number, range: AllRange): Promise<Found[]> => {
  const found: Found[] = [];
  for (let next = from, isEnd = false; !isEnd;) {
    const page = await log.readAll(next, range);
    expect(page.events.length).to.be.at.most(range.limit);
    for (const { position, record } of page.events)
      found.push({ position, stream: streamOf(record), type: typeOf(record) });
    if (!page.isEnd) expect(page.next * (range.backwards ? -1 : 1)).to.be.above(next * (range.backwards ? -1 : 1));
    ({ next, isEnd } = page);
  }
  return found;
};

/** The same, judged by the names of each event. */
const expected = async (log: EventLog, from: number, { on, test }: EventFilter, backwards: boolean) => {
  const all = await readAll(log, from, { limit: 1_000, bytes: Infinity, backwards });
  return all.filter((event) => {
    const name = Buffer.from(event[on]);
    return test(name, 0, name.length);
  });
};

describe('event store: a search by streams or types', () => {
  const newFolder = useFolders();

  const expectTheSame = async (
    log: EventLog,
    wanted: FilterExpression,
    place: number,
    limit: number,
  ): Promise<void> => {
    const filter = eventFilter(wanted);
    const from = 1 + (place % (log.tail.lastPosition + 2));
    for (const backwards of [false, true])
      expect(await readAll(log, from, { limit, bytes: 20_000, backwards, filter })).to.deep.equal(
        await expected(log, from, filter, backwards),
      );
  };

  it('finds what a look at every event finds, from anywhere, in either direction, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        appends,
        fc.array(fc.tuple(expression, fc.nat(), fc.integer({ min: 20, max: 300 })), { minLength: 1, maxLength: 4 }),
        fc.nat(40),
        async (written, reads, removed) => {
          const dir = await newFolder();
          const log = await open(dir);
          await fill(log, written.slice(0, written.length >> 1));
          // The second half continues a block whose beginning is in the log only.
          await log.close();
          const later = await open(dir);
          await fill(later, written.slice(written.length >> 1));
          // The newest events are in memory.
          for (const read of reads) await expectTheSame(later, ...read);
          const { number = 0 } = (await later.view(`post-${removed}`)).head ?? {};
          const entries = await later.storage.readIndex({ number, from: 0, to: 1_000, limit: 1_000 });
          await later.storage.remove(entries.slice(0, -1).map((entry) => ({ ...entry, number })));
          later.tail.forget();
          for (const read of reads) await expectTheSame(later, ...read);
          await later.close();
          rmSync(dir, { recursive: true, force: true });
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });

  const rare: FilterExpression = { on: 'type', regex: '', prefixes: ['Rare'] };
  const filledWithRare = async (dir: string): Promise<void> => {
    const log = await open(dir);
    for (let n = 0; n < 10; n += 1) {
      await fill(log, [[n, 0, 4 * blockSize]]);
      await log.writer.append('rare-1', anyRevision, [jsonEvent('Rare', { n })]);
    }
    await log.close();
  };

  /** How many events are read in full by a search for rare ones. */
  const readInFull = async (log: EventLog): Promise<number> => {
    const { storage } = log;
    let read = 0;
    const [readLog, readRecords] = [storage.readLog.bind(storage), storage.readRecords.bind(storage)];
    storage.readLog = async (range) => {
      const entries = await readLog(range);
      read += entries.length;
      return entries;
    };
    storage.readRecords = async (positions, bytes) => {
      const records = await readRecords(positions, bytes);
      read += records.length;
      return records;
    };
    const found = await readAll(log, 1, { limit: 1_000, bytes: 1 << 20, filter: eventFilter(rare) });
    Object.assign(storage, { readLog, readRecords });
    expect(found).to.have.length(10);
    return read;
  };

  it('reads no other events, except those of the block that is not complete', async () => {
    const dir = await newFolder();
    await filledWithRare(dir);
    const log = await open(dir);
    expect(await readInFull(log)).to.be.below(10 + blockSize);
    await log.close();
  });

  const withIndex = async <T>(dir: string, use: (index: ClassicLevel<Buffer, Buffer>) => Promise<T>): Promise<T> => {
    const encodings = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
    const index = new ClassicLevel<Buffer, Buffer>(join(dir, 'index'), encodings);
    await index.open();
    try {
      return await use(index);
    } finally {
      await index.close();
    }
  };
  const progressIn = async (index: ClassicLevel<Buffer, Buffer>): Promise<Buffer> =>
    (await index.get(progressKey)) ?? expect.fail('the index has no progress');

  /** From which position on a closed store has headings. */
  const headingsFrom = (dir: string) =>
    withIndex(dir, async (index) => decodeProgress(await progressIn(index)).headingsFrom);

  /** Leaves the index as a version leaves it that knows no headings. */
  const withoutHeadings = (dir: string, { removes }: Readonly<{ removes: boolean }>): Promise<void> =>
    withIndex(dir, async (index) => {
      if (removes) await index.clear({ gte: headingsKey(0), lt: Buffer.from([5]) });
      await index.put(progressKey, (await progressIn(index)).subarray(0, 10));
    });

  for (const removes of [true, false])
    it(`finds what an earlier version has stored, ${removes ? 'before it had headings' : 'after a return to it'}`, async () => {
      const dir = await newFolder();
      await filledWithRare(dir);
      await withoutHeadings(dir, { removes });
      // It is closed with a part of them written.
      await (await open(dir)).close();
      const log = await open(dir);
      const wanted = eventFilter(rare);
      expect(await readAll(log, 1, { limit: 10, bytes: 4_000, filter: wanted })).to.have.length(10);
      // Their headings are written meanwhile.
      while ((await log.storage.search({ from: 1, to: blockSize, limit: 1 }, wanted)) === undefined)
        await new Promise(setImmediate);
      expect(await readInFull(log)).to.be.below(10 + blockSize);
      await log.close();
      const again = await open(dir);
      expect(await readInFull(again)).to.be.below(10 + blockSize);
      await again.close();
    });

  it('finds what an earlier version has stored after a kill in the middle of writing its headings', async () => {
    const dir = await newFolder();
    await filledWithRare(dir);
    await withoutHeadings(dir, { removes: true });
    // The newest come first: these are among the first thousand of five.
    const program = ['--import', 'tsx', join(import.meta.dirname, 'killed-fill.ts'), dir, '4500'];
    const [, signal] = (await once(spawn(process.execPath, program, { stdio: 'inherit' }), 'exit')) as [
      unknown,
      unknown,
    ];
    expect(signal).to.equal('SIGKILL');
    expect(await headingsFrom(dir)).to.be.within(1, 4500);
    const log = await open(dir);
    expect(await readAll(log, 1, { limit: 10, bytes: 4_000, filter: eventFilter(rare) })).to.have.length(10);
    while ((await log.storage.search({ from: 1, to: blockSize, limit: 1 }, eventFilter(rare))) === undefined)
      await new Promise(setImmediate);
    expect(await readInFull(log)).to.be.below(10 + blockSize);
    await log.close();
  });
});
