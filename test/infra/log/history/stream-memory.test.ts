import { expect } from 'chai';
import type { StreamRead } from '../../../../domain/kernel/event-store.ts';
import type { Moment } from '../../../../read-api/kernel/as-of.ts';
import type { Recorded } from '../../../../domain/kernel/event.ts';
import { StreamMemory } from '../../../../infra/log/history/stream-memory.ts';

const event = (stream: string, revision: number, commit: number, text = ''): Recorded => ({
  id: `${stream}/${revision}`,
  type: 'Happened',
  data: { text },
  stream,
  revision,
  position: { commit: BigInt(commit), prepare: BigInt(commit) },
  meta: {
    workspaceId: 'w',
    mode: 'test',
    actor: { kind: 'user', id: 'u', address: '192.0.2.1' },
    $correlationId: 'a',
    $causationId: 'b',
    occurredAt: '2026-11-20T00:00:00.000Z',
  },
});
const at = (commit: number): Moment => ({ kind: 'position', commit: BigInt(commit) });

/** A log that counts what is read of it. */
const countingLog = (streams: Record<string, Recorded[]>) => {
  const reads: [stream: string, from: number][] = [];
  return {
    reads,
    read: (stream: string, { from = 0 }: { from?: number } = {}): Promise<StreamRead> => {
      reads.push([stream, from]);
      const events = (streams[stream] ?? []).slice(from);
      return Promise.resolve({ events, revision: events.at(-1)?.revision ?? 'none' });
    },
  };
};

describe('the memory of streams', () => {
  const revisions = ({ events }: { events: readonly Recorded[] }) => events.map(({ revision }) => revision);

  it('reads what a stream grew by, and nothing where what follows the moment is known', async () => {
    const streams = { a: [event('a', 0, 10), event('a', 1, 20)] };
    const log = countingLog(streams);
    const memory = new StreamMemory(log);
    expect(revisions(await memory.by(at(15), 'a'))).to.deep.equal([0]);
    expect(revisions(await memory.by(at(9), 'a'))).to.deep.equal([]);
    expect(log.reads).to.deep.equal([['a', 0]]);
    streams.a.push(event('a', 2, 30));
    expect(revisions(await memory.by(at(30), 'a'))).to.deep.equal([0, 1, 2]);
    expect(log.reads.slice(1)).to.deep.equal([['a', 2]]);
    expect(revisions(await memory.by(at(20), 'a'))).to.deep.equal([0, 1]);
    expect(log.reads).to.have.length(2);
  });

  it('reads nothing of a moment that the log had reached when the stream was read to its end', async () => {
    const streams = { a: [event('a', 0, 10)] };
    const log = countingLog(streams);
    let head = 20n;
    const memory = new StreamMemory(log, { reached: () => head });
    for (const moment of [20, 15, 10]) expect(revisions(await memory.by(at(moment), 'a'))).to.deep.equal([0]);
    expect(log.reads).to.deep.equal([['a', 0]]);
    head = 30n;
    streams.a.push(event('a', 1, 25));
    expect(revisions(await memory.by(at(30), 'a'))).to.deep.equal([0, 1]);
    expect(revisions(await memory.by(at(20), 'a'))).to.deep.equal([0]);
    // What has been reached since cannot be known from then, even where nothing came.
    head = 40n;
    for (const moment of [35, 40]) expect(revisions(await memory.by(at(moment), 'a'))).to.deep.equal([0, 1]);
    expect(log.reads.slice(1)).to.deep.equal([
      ['a', 1],
      ['a', 2],
    ]);
    // Times are no places: what happened at a time may be stored later.
    await memory.by({ kind: 'instant', at: '2026-11-20T00:00:00.000Z' }, 'a');
    expect(log.reads).to.have.length(4);
  });

  it('knows nothing of a stream that is not there, and sees it come', async () => {
    const streams: Record<string, Recorded[]> = {};
    const memory = new StreamMemory(countingLog(streams));
    expect(revisions(await memory.by(at(100), 'a'))).to.deep.equal([]);
    streams['a'] = [event('a', 0, 50)];
    expect(revisions(await memory.by(at(100), 'a'))).to.deep.equal([0]);
  });

  it('keeps no address', async () => {
    const memory = new StreamMemory(countingLog({ a: [event('a', 0, 1)] }));
    expect(
      JSON.stringify(await memory.by(at(1), 'a'), (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.to.include('192.0.2.1');
  });

  it('is bounded: the stream asked for longest ago goes first, and one too large is not kept', async () => {
    const text = 'x'.repeat(1_000);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const streams = Object.fromEntries(names.map((name) => [name, [event(name, 0, 1, text), event(name, 1, 9)]]));
    const log = countingLog({ ...streams, large: [event('large', 0, 1, 'x'.repeat(9_000)), event('large', 1, 9)] });
    // Room for four of the small ones.
    const memory = new StreamMemory(log, { maxCharacters: 8_000 });
    for (const name of [...names.slice(0, 4), 'a', 'e']) await memory.by(at(5), name);
    log.reads.length = 0;
    for (const name of ['a', 'e', 'b']) await memory.by(at(5), name);
    expect(log.reads).to.deep.equal([['b', 0]]);
    for (let time = 0; time < 2; time++) expect(revisions(await memory.by(at(5), 'large'))).to.deep.equal([0]);
    expect(log.reads.slice(1)).to.deep.equal([
      ['large', 0],
      ['large', 0],
    ]);
  });
});
