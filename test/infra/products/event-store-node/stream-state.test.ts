import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { anyRevision, noStream } from '../../../../infra/products/event-store-node/log/expected-revision.ts';
import { jsonEvent } from '../../../../infra/products/event-store-node/log/proposed-event.ts';
import { StreamStates } from '../../../../infra/products/event-store-node/log/stream-state.ts';
import { Tail } from '../../../../infra/products/event-store-node/log/tail.ts';
import { LogWriter } from '../../../../infra/products/event-store-node/log/writer.ts';
import { LevelStorage } from '../../../../infra/products/event-store-node/storage/level-storage.ts';
import { temporaryFolder } from './server.ts';

const names = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => `stream-${from + at}`);
const written = (n: number) => [jsonEvent('Written', { n })];

describe('event store: streams that come from disk', () => {
  let dir: string;
  let storage: LevelStorage;
  /** How many streams were asked for at a time. */
  let readings: number[];
  const openWriter = (cached?: number) => {
    const states = new StreamStates(storage, cached);
    const fail = (error: Error): void => expect.fail(error.message);
    return { states, writer: new LogWriter(storage, states, new Tail(storage.lastPosition), fail) };
  };
  before(async () => {
    dir = await temporaryFolder();
    storage = await LevelStorage.open(dir);
    const heads = storage.heads.bind(storage);
    storage.heads = (streams) => {
      readings.push(streams.length);
      return heads(streams);
    };
  });
  beforeEach(() => (readings = []));
  after(async () => {
    await storage.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('come together for all appends that wait', async () => {
    const { writer } = openWriter();
    await Promise.all(names(40).map((name, n) => writer.append(name, noStream, written(n))));
    // Each with the stream of its metadata; the first turn begins with the first that came.
    expect(readings.reduce((sum, count) => sum + count, 0)).to.equal(80);
    expect(readings.length).to.be.at.most(2);
  });

  it('have one state each, for any caller and any number of reads', async () => {
    const { states } = openWriter();
    const asked = names(10, 100);
    const [one] = await Promise.all([states.load('stream-100'), states.loadAll(asked), states.loadAll(asked)]);
    expect(readings).to.deep.equal([2, 18]);
    expect(states.peek('stream-100')).to.equal(one);
    expect(await states.load('stream-100')).to.equal(one);
    await states.loadAll(asked);
    expect(readings).to.have.length(2);
  });

  it('are as they were written, where many go through a small memory', async () => {
    const { writer } = openWriter(8);
    const all = names(60, 200);
    for (const revision of [0, 1, 2]) {
      const expected = revision === 0 ? noStream : revision - 1;
      const results = await Promise.all(all.map((name) => writer.append(name, expected, written(revision))));
      expect(results.map((result) => (result.kind === 'written' ? result.last : result.kind))).to.deep.equal(
        all.map(() => revision),
      );
    }
    const again = await Promise.all(all.map((name) => writer.append(name, noStream, written(9))));
    expect(new Set(again.map(({ kind }) => kind))).to.deep.equal(new Set(['wrong-revision']));
    const fresh = openWriter().states;
    await fresh.loadAll(all);
    expect(all.map((name) => fresh.peek(name)?.last)).to.deep.equal(all.map(() => 2));
  });

  it('keep the order of appends to one of them', async () => {
    const { writer } = openWriter();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => writer.append(`stream-${300 + (n % 3)}`, anyRevision, written(n))),
    );
    const last = results.map((result) => (result.kind === 'written' ? result.last : -1));
    expect(last).to.deep.equal(Array.from({ length: 100 }, (_, n) => Math.floor(n / 3)));
  });
});
