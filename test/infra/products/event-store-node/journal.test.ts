import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { anyRevision } from '../../../../infra/products/event-store-node/log/expected-revision.ts';
import { jsonEvent } from '../../../../infra/products/event-store-node/log/proposed-event.ts';
import { dataOf } from '../../../../infra/products/event-store-node/log/record.ts';
import { StreamStates } from '../../../../infra/products/event-store-node/log/stream-state.ts';
import { Tail } from '../../../../infra/products/event-store-node/log/tail.ts';
import { LogWriter } from '../../../../infra/products/event-store-node/log/writer.ts';
import { UnusableFolder } from '../../../../infra/products/event-store-node/storage/folder.ts';
import { LevelStorage } from '../../../../infra/products/event-store-node/storage/level-storage.ts';
import { eventFilter } from '../../../../infra/products/event-store-node/subscriptions/event-filter.ts';
import { refusal } from './server.ts';
import { useFolders } from './use-folders.ts';

const parts = ['log', 'index'] as const;
const pageSize = 4096;

/** A store that is written to without a server around it. */
const openStore = async (dir: string, journalBytes?: number, cachedStreams?: number) => {
  const storage = await LevelStorage.open(dir, journalBytes === undefined ? {} : { journalBytes });
  const fail = (error: Error): void => expect.fail(error.message);
  const writer = new LogWriter(storage, new StreamStates(storage, cachedStreams), new Tail(storage.lastPosition), fail);
  const append = async (stream: string, n: number, padding = 0): Promise<void> => {
    await writer.append(stream, anyRevision, [jsonEvent('Written', { n, pad: 'x'.repeat(padding) })]);
  };
  return { storage, append };
};

const ofFirstStream = eventFilter({ on: 'stream', regex: '', prefixes: ['stream-0'] });

/** What a store holds, by position and by stream, and what a search for one of the streams finds. */
const contentsOf = async (storage: LevelStorage) => {
  const log = await storage.readLog({ from: 1, to: storage.lastPosition, limit: 10_000 });
  expect(log.map(({ position }) => position)).to.deep.equal(log.map((_, index) => index + 1));
  const numberOf = (record: Buffer): number => (JSON.parse(dataOf(record).toString()) as { n: number }).n;
  const streams: Record<string, number[]> = {};
  for (const { stream, head } of await storage.streams('', 1_000)) {
    const entries = await storage.readIndex({ number: head.number, from: 0, to: head.last, limit: 10_000 });
    expect(entries.map(({ revision }) => revision)).to.deep.equal(Array.from({ length: head.last + 1 }, (_, n) => n));
    const records = await storage.readRecords(entries.map(({ position }) => position));
    streams[stream] = records.map((record) => numberOf(record as Buffer));
  }
  const found = await storage.search({ from: 1, to: storage.lastPosition, limit: 10_000 }, ofFirstStream);
  return { numbers: log.map(({ record }) => numberOf(record)), streams, found };
};

const writeAheadLogs = (dir: string, part: string): string[] =>
  readdirSync(join(dir, part))
    .filter((name) => /^\d+\.log$/.test(name))
    .map((name) => join(dir, part, name));

/** What a power cut makes of a file that was not synced: its end is missing, or a part of it was never written. */
const lose = (file: string, { kind, at, length }: { kind: 'end' | 'hole'; at: number; length: number }): void => {
  const bytes = readFileSync(file);
  if (kind === 'end') return truncateSync(file, Math.floor(bytes.length * at));
  const page = Math.floor((bytes.length * at) / pageSize);
  bytes.fill(0, Math.min(bytes.length, page * pageSize), Math.min(bytes.length, (page + length) * pageSize));
  writeFileSync(file, bytes);
};

describe('event store: the journal', () => {
  const newFolder = useFolders();

  /** What is in a folder; undefined while LevelDB takes files away. */
  const listing = (dir: string): string | undefined => {
    try {
      const names = (readdirSync(dir, { recursive: true }) as string[]).sort();
      return JSON.stringify(names.map((name) => [name, statSync(join(dir, name)).mtimeMs]));
    } catch {
      return undefined;
    }
  };

  /** A folder at one moment while its store is open: copied again as long as LevelDB tidies up meanwhile. */
  const snapshot = async (dir: string): Promise<string> => {
    for (;;) {
      const copy = await newFolder();
      const before = listing(dir);
      await cp(dir, copy, { recursive: true }).catch(() => undefined);
      if (before !== undefined && before === listing(dir)) return copy;
    }
  };

  it('gives back whatever a power cut took from LevelDB', async () => {
    const loss = fc.record({
      kind: fc.constantFrom('end' as const, 'hole' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 1, max: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(8_000, 60_000, undefined),
        loss,
        loss,
        async (paddings, journalBytes, fromLog, fromIndex) => {
          const dir = await newFolder();
          const { storage, append } = await openStore(dir, journalBytes);
          for (const [n, padding] of paddings.entries()) await append(`stream-${n % 7}`, n, padding);
          const expected = await contentsOf(storage);
          const cut = await snapshot(dir);
          await storage.close();
          for (const file of writeAheadLogs(cut, 'log')) lose(file, fromLog);
          for (const file of writeAheadLogs(cut, 'index')) lose(file, fromIndex);
          const restored = await openStore(cut);
          expect(await contentsOf(restored.storage)).to.deep.equal(expected);
          await restored.append('stream-0', paddings.length);
          expect((await contentsOf(restored.storage)).numbers).to.have.length(paddings.length + 1);
          await restored.storage.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('finds by names all of a block whose end the index has lost', async () => {
    const dir = await newFolder();
    const { storage, append } = await openStore(dir);
    for (let n = 0; n < 200; n += 1) await append(`stream-${n % 7}`, n);
    const expected = await contentsOf(storage);
    expect(expected.found?.positions).to.include(8).and.to.include(127);
    const cut = await snapshot(dir);
    await storage.close();
    for (const file of writeAheadLogs(cut, 'index')) lose(file, { kind: 'end', at: 0.4, length: 0 });
    const restored = await openStore(cut);
    expect(await contentsOf(restored.storage)).to.deep.equal(expected);
    await restored.storage.close();
  });

  it('survives a second power cut right after the first', async () => {
    const dir = await newFolder();
    const { storage, append } = await openStore(dir, 20_000);
    for (let n = 0; n < 60; n += 1) await append('stream', n, 1_000);
    let cut = await snapshot(dir);
    await storage.close();
    for (let again = 60; again < 63; again += 1) {
      for (const part of parts) for (const file of writeAheadLogs(cut, part)) truncateSync(file, 0);
      const restored = await openStore(cut);
      await restored.append('stream', again);
      expect((await contentsOf(restored.storage)).numbers).to.have.length(again + 1);
      cut = await snapshot(cut);
      await restored.storage.close();
    }
  });

  it('leaves out a last commit that was cut short, and nothing else', async () => {
    const dir = await newFolder();
    const { storage, append } = await openStore(dir);
    for (let n = 0; n < 20; n += 1) await append('stream', n);
    const cut = await snapshot(dir);
    await storage.close();
    const file = join(cut, 'journal', 'journal-0');
    const bytes = readFileSync(file);
    const end = bytes.lastIndexOf('"n":19');
    bytes.fill(0, end, end + 6);
    writeFileSync(file, bytes);
    for (const part of parts) for (const log of writeAheadLogs(cut, part)) truncateSync(log, 0);
    const restored = await openStore(cut);
    expect((await contentsOf(restored.storage)).numbers).to.deep.equal(Array.from({ length: 19 }, (_, n) => n));
    await restored.storage.close();
  });

  it('is refused when it is damaged in the middle', async () => {
    const dir = await newFolder();
    const { storage, append } = await openStore(dir);
    for (let n = 0; n < 20; n += 1) await append('stream', n);
    await storage.close();
    const file = join(dir, 'journal', 'journal-0');
    const bytes = readFileSync(file);
    bytes.fill(0, bytes.indexOf('"n":9'), bytes.indexOf('"n":9') + 5);
    writeFileSync(file, bytes);
    const error = await refusal(LevelStorage.open(dir));
    expect(error).to.be.instanceOf(UnusableFolder);
    expect(error.message).to.match(/journal-0 is damaged before byte \d+/);
    expect(readFileSync(file).equals(bytes)).to.equal(true);
  });

  it('counts on when more streams are written than are kept in memory', async () => {
    const { storage, append } = await openStore(await newFolder(), undefined, 10);
    const numbers = Array.from({ length: 400 }, (_, n) => n);
    await Promise.all(numbers.map((n) => append(`stream-${(n * 7) % 50}`, n)));
    const { streams } = await contentsOf(storage);
    expect(Object.keys(streams)).to.have.length(50);
    expect(Object.values(streams).every((written) => written.length === 8)).to.equal(true);
    await storage.close();
  });

  it('does not bring back what was removed', async () => {
    const dir = await newFolder();
    const { storage, append } = await openStore(dir);
    for (let n = 0; n < 50; n += 1) await append(n % 2 === 0 ? 'kept' : 'removed', n, 500);
    expect(await storage.settle()).to.equal(50);
    const [, removed] = await storage.streams('', 10);
    const number = removed?.head.number as number;
    const entries = await storage.readIndex({ number, from: 0, to: 23, limit: 100 });
    await storage.remove(entries.map((entry) => ({ ...entry, number })));
    for (let n = 50; n < 55; n += 1) await append('kept', n, 20_000);
    const cut = await snapshot(dir);
    await storage.close();
    // In the middle of what was written last: the removal itself was synced.
    for (const file of writeAheadLogs(cut, 'log')) lose(file, { kind: 'hole', at: 0.5, length: 1 });
    const restored = await openStore(cut);
    const log = await restored.storage.readLog({ from: 1, to: restored.storage.lastPosition, limit: 100 });
    expect(
      log.map(({ position }) => position).filter((position) => entries.some((entry) => entry.position === position)),
    ).to.be.empty;
    expect(log).to.have.length(55 - entries.length);
    await restored.storage.close();
  });
});
