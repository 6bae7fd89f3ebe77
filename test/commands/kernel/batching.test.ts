import { expect } from 'chai';
import { batching } from '../../../commands/kernel/batching.ts';
import type { Decision, Write, WriteOptions } from '../../../commands/kernel/decide-on.ts';
import { SeenStream } from '../../../commands/kernel/seen-stream.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';

const position = { commit: 7n, prepare: 7n };
const unplaced = { commit: -1n, prepare: -1n };
const fold = { category: 'list', initial: 0, evolve: (count: number) => count + 1 };
const meta: Recorded['meta'] = {
  workspaceId: 'w1',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  $correlationId: 'r1',
  $causationId: 'c1',
  occurredAt: '2026-03-01T10:00:00.000Z',
};

/** Adds one event of this type. */
const adding =
  (type: string): Decision =>
  (seen) => {
    const event = { id: type, type, data: {}, meta };
    const revision = seen.events.length;
    return { added: [event], after: seen.with([{ ...event, stream: 'list-1', revision, position: unplaced }], fold) };
  };

const refusing: Decision = () => {
  throw new Error('refused');
};

/** What arrives at a write that settles when `end` is called; `fault` is thrown for a batch with this event. */
const watched = ({ fault, faultAt }: { fault?: Error; faultAt?: string } = {}) => {
  const batches: string[][] = [];
  const given: WriteOptions[] = [];
  const write: Write = async (_, decide, options) => {
    const { added, after } = decide(SeenStream.absent(0));
    batches.push(added.map(({ type }) => type));
    given.push(options);
    await new Promise((resolve) => setImmediate(resolve));
    if (fault && (faultAt === undefined || added.some(({ type }) => type === faultAt))) throw fault;
    return { after: after.placed(0, position, 0), appended: added.length, position };
  };
  return { batches, given, write };
};

const outcome = (work: Promise<{ after: SeenStream; appended: number }>): Promise<string> =>
  work.then(
    ({ after, appended }) => `${appended} added, ${after.events.map(({ type }) => type).join(' ')}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('commands of one stream', () => {
  it('that wait together are decided one after the other, appended together, and settled each with its own result', async () => {
    const { batches, write } = watched();
    const batched = batching(write);
    const asked = [adding('A'), adding('B'), refusing, adding('C')].map((decide) =>
      outcome(batched('list-1', decide, {})),
    );
    expect(await Promise.all(asked)).to.deep.equal(['1 added, A', '1 added, B', 'refused', '1 added, B C']);
    expect(batches).to.deep.equal([['A'], ['B', 'C']]);
  });

  it('have the position of their append, where they added events', async () => {
    const batched = batching(watched().write);
    const [, second, nothing] = await Promise.all([
      batched('list-1', adding('A'), {}),
      batched('list-1', adding('B'), {}),
      batched('list-1', (seen) => ({ added: [], after: seen }), {}),
    ]);
    expect(second.position).to.equal(position);
    expect(second.after.events.map((event) => event.position)).to.deep.equal([position]);
    expect(nothing.position).to.equal(undefined);
  });

  it('are alone where they look at stored events, and keep the order in which they came', async () => {
    const { batches, write } = watched();
    const batched = batching(write);
    const guard = () => undefined;
    await Promise.all([
      batched('list-1', adding('A'), {}),
      batched('list-1', adding('B'), {}),
      batched('list-1', adding('C'), { guard }),
      batched('list-1', adding('D'), {}),
    ]);
    expect(batches).to.deep.equal([['A'], ['B'], ['C'], ['D']]);
  });

  it('expect an absent stream where each of them does, and leave the cache where one of them is the last', async () => {
    const { given, write } = watched();
    const batched = batching(write, () => Promise.resolve());
    await Promise.all([
      batched('list-1', adding('A'), { fresh: true, last: true }),
      batched('list-1', adding('B'), { fresh: true }),
      batched('list-2', adding('A'), { fresh: true }),
      batched('list-2', adding('B'), {}),
    ]);
    expect(given).to.deep.equal([
      { fresh: true, last: true },
      { fresh: false, last: false },
    ]);
  });

  it('are each tried alone where the store rejects what they append together', async () => {
    const { batches, write } = watched({ fault: new Error('too large'), faultAt: 'C' });
    const batched = batching(write);
    const asked = ['A', 'B', 'C', 'D'].map((type) => outcome(batched('list-1', adding(type), {})));
    expect(await Promise.all(asked)).to.deep.equal(['1 added, A', '1 added, B', 'too large', '1 added, D']);
    expect(batches).to.deep.equal([['A'], ['B', 'C', 'D'], ['B'], ['C'], ['D']]);
  });

  it('fail together where the store does not answer', async () => {
    const { batches, write } = watched({ fault: new StoreUnavailable('away') });
    const batched = batching(write);
    const asked = ['A', 'B', 'C'].map((type) => outcome(batched('list-1', adding(type), {})));
    expect(await Promise.all(asked)).to.deep.equal(['away', 'away', 'away']);
    expect(batches).to.deep.equal([['A'], ['B', 'C']]);
  });

  it('are not begun where their caller no longer waits', async () => {
    const { batches, write } = watched();
    const batched = batching(write);
    const patience = { aborted: false, reason: new Error('left') };
    const asked = [
      outcome(batched('list-1', adding('A'), {})),
      outcome(batched('list-1', adding('B'), { patience })),
      outcome(batched('list-1', adding('C'), {})),
    ];
    patience.aborted = true;
    expect(await Promise.all(asked)).to.deep.equal(['1 added, A', 'left', '1 added, C']);
    expect(batches).to.deep.equal([['A'], ['C']]);
  });
});
