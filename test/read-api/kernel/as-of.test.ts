import { expect } from 'chai';
import fc from 'fast-check';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { eventsBy, hadHappened, momentFrom, type Moment } from '../../../read-api/kernel/as-of.ts';
import { isAfter, lastPlaceBy, placeOf, positionAt } from '../../../domain/kernel/position.ts';

const event = (commit: number, second: number): Recorded => ({
  id: String(commit),
  type: 'Happened',
  data: {},
  stream: 'thing-1',
  revision: commit,
  position: { commit: BigInt(commit), prepare: BigInt(commit) },
  meta: {
    workspaceId: 'w',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'a',
    $causationId: 'b',
    occurredAt: new Date(second * 1000).toISOString(),
  },
});

const streams = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 60 })), { maxLength: 12 })
  .map((steps) => {
    let commit = 0;
    return steps.map(([by, second]) => event((commit += by), second));
  });
const moments: fc.Arbitrary<Moment> = fc.oneof(
  fc.nat(100).map((commit) => ({ kind: 'position' as const, commit: BigInt(commit) })),
  fc.nat(60).map((second) => ({ kind: 'instant' as const, at: new Date(second * 1000).toISOString() })),
);

describe('a moment', () => {
  it('is a position of the log, or an instant', () => {
    expect(momentFrom('0')).to.deep.equal({ kind: 'position', commit: 0n });
    expect(momentFrom('9223372036854775807')).to.deep.equal({ kind: 'position', commit: 2n ** 63n - 1n });
    const at = '2026-11-20T08:30:00.000Z';
    for (const text of ['2026-11-20T08:30:00Z', '2026-11-20T14:00:00+05:30', at])
      expect(momentFrom(text)).to.deep.equal({ kind: 'instant', at });
  });

  it('is nothing else', () => {
    const wrong = ['', ' 1', '-1', '1e3', '9223372036854775808', '2026-11-20', '2026-11-20T08:30:00'];
    for (const text of [...wrong, '0001-01-01T00:00:00+01:00']) expect(momentFrom(text), text).to.equal(undefined);
    fc.assert(fc.property(fc.string(), (text) => momentFrom(text) === undefined || /^\d/.test(text)));
  });

  it('cuts a stream at what had not happened, and leaves no hole', () => {
    fc.assert(
      fc.property(streams, moments, (stream, moment) => {
        const by = eventsBy(moment, stream);
        expect(by).to.deep.equal(stream.slice(0, by.length));
        const had = ({ position, meta: { occurredAt } }: Recorded) => hadHappened(moment, { position, occurredAt });
        expect(by.every(had)).to.equal(true);
        const next = stream[by.length];
        expect(next === undefined || !had(next)).to.equal(true);
      }),
    );
  });
});

describe('a place', () => {
  const half = fc.bigInt(0n, 2n ** 63n - 1n);

  it('tells its position, and sorts before the last one by a commit where it was committed by then', () => {
    fc.assert(
      fc.property(half, half, half, (commit, prepare, other) => {
        const place = placeOf({ position: { commit, prepare } });
        expect(positionAt(place)).to.deep.equal({ commit, prepare });
        expect(place <= lastPlaceBy(other)).to.equal(commit <= other);
      }),
    );
  });

  it('sorts as the log does, also among events of one commit', () => {
    const few = fc.bigInt(0n, 3n);
    // What is committed was written before, or with it.
    const position = fc.tuple(few, few).map(([a, b]) => ({ commit: a > b ? a : b, prepare: a > b ? b : a }));
    fc.assert(
      fc.property(position, position, (one, other) => {
        expect(placeOf({ position: one }) > placeOf({ position: other })).to.equal(isAfter(one, other));
      }),
    );
  });
});
