import { expect } from 'chai';
import { z } from 'zod';
import { SeenStream } from '../../../commands/kernel/seen-stream.ts';
import { defineEvent, type EventOf, type Recorded } from '../../../domain/kernel/event.ts';

const Added = defineEvent('Added', z.object({ number: z.number() }), { description: 'Added.' });
type Event = EventOf<typeof Added>;

const recorded = (number: number, revision: number): Recorded<Event> => ({
  ...Added({ number }),
  id: `id-${revision}`,
  stream: 'sum-1',
  revision,
  position: { commit: -1n, prepare: -1n },
  meta: {
    workspaceId: 'w1',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'r1',
    $causationId: `c${revision}`,
    occurredAt: '2026-03-01T10:00:00.000Z',
  },
});

/** A fold that counts how many events it was given. */
const counting = () => {
  const fold = {
    category: 'sum',
    initial: 0,
    folded: 0,
    evolve: (sum: number, { data }: Event): number => {
      fold.folded += 1;
      return sum + data.number;
    },
  };
  return fold;
};

describe('a stream as it was seen', () => {
  const two = () => new SeenStream({ events: [recorded(1, 0), recorded(2, 1)], revision: 1 }, 10);

  it('is folded once by each decider', () => {
    const [seen, sum, other] = [two(), counting(), counting()];
    expect([seen.state(sum), seen.state(sum), sum.folded]).to.deep.equal([3, 3, 2]);
    expect([seen.state(other), other.folded]).to.deep.equal([3, 2]);
  });

  it('folds only what is added to it, and stays as it was itself', () => {
    const [seen, sum] = [two(), counting()];
    seen.state(sum);
    const longer = seen.with([recorded(4, 2)], sum);
    expect([longer.state(sum), longer.revision, longer.asOf, sum.folded]).to.deep.equal([7, 2, 10, 3]);
    expect([seen.state(sum), seen.revision, seen.events.length]).to.deep.equal([3, 1, 2]);
  });

  it('keeps its revision where nothing is added', () => {
    const same = two().with([], counting());
    expect([same.revision, same.events.length]).to.deep.equal([1, 2]);
  });

  it('places what one append stored, and keeps its fold', () => {
    const sum = counting();
    const position = { commit: 7n, prepare: 7n };
    const longer = two().with([recorded(4, 2)], sum);
    const { folded } = sum;
    const stored = longer.placed(2, position, 20);
    expect(stored.events.map((event) => event.position.commit)).to.deep.equal([-1n, -1n, 7n]);
    expect([stored.state(sum), stored.revision, stored.asOf, sum.folded]).to.deep.equal([7, 2, 20, folded]);
  });

  it('that grew takes as many bytes as one that is read whole', () => {
    const wholeOf = (events: readonly Recorded[]) => new SeenStream({ events, revision: events.length - 1 }, 10).bytes;
    const longer = two().with([recorded(4, 2)], counting());
    expect(longer.bytes).to.equal(wholeOf(longer.events)).and.above(two().bytes);
    expect(longer.placed(2, { commit: 7n, prepare: 7n }, 20).bytes).to.equal(longer.bytes);
    // What this process made gives way to what the log holds.
    const read = longer.readOn({ events: [recorded(2, 1), recorded(5, 2), recorded(6, 3)], revision: 3 }, 30);
    expect(read?.events.map(({ revision }) => revision)).to.deep.equal([0, 1, 2, 3]);
    expect(read?.bytes).to.equal(wholeOf(read?.events ?? []));
  });

  it('that does not exist has no events and no revision', () => {
    const absent = SeenStream.absent(5);
    expect([absent.events, absent.revision, absent.state(counting())]).to.deep.equal([[], 'none', 0]);
  });
});
