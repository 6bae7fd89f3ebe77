import { expect } from 'chai';
import { compacted } from '../../../domain/kernel/compaction.ts';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import { recordedFrom } from '../../support/recorded.ts';

const hourMs = 3_600_000;
const newest = Date.parse('2026-03-10T10:00:00.000Z');
/** Events that are this many hours older than the newest one. */
const events = (...hours: readonly number[]): readonly Recorded[] =>
  recordedFrom<NewEvent>(hours.map(() => ({ type: 'Noted', data: {} }))).map((event, index) => ({
    ...event,
    meta: { ...event.meta, occurredAt: new Date(newest - (hours[index] ?? 0) * hourMs).toISOString() },
  }));
const rule = (...essential: readonly number[]) => ({
  version: 1,
  essential: (all: readonly NewEvent[]) => new Set(all.filter((_, index) => essential.includes(index))),
});
const keptOf = (all: readonly Recorded[], ...essential: readonly number[]): readonly number[] =>
  compacted(all, rule(...essential)).map(({ revision }) => revision);

describe('a compacted stream', () => {
  it('has its essential events, and the last fifty whole', () => {
    const old = events(...Array.from({ length: 60 }, (_, index) => 1_000 - index), 0);
    const last = Array.from({ length: 50 }, (_, index) => 11 + index);
    expect(keptOf(old)).to.deep.equal(last);
    expect(keptOf(old, 2, 20)).to.deep.equal([2, ...last]);
  });

  it('has the last 48 hours whole, however many events they have', () => {
    const many = events(50, 49, ...Array.from({ length: 60 }, () => 48), 0);
    expect(keptOf(many)).to.deep.equal(Array.from({ length: 61 }, (_, index) => 2 + index));
  });

  it('has everything of a short stream, and nothing of an empty one', () => {
    expect(keptOf(events(1_000, 900, 0))).to.deep.equal([0, 1, 2]);
    expect(keptOf([])).to.deep.equal([]);
  });
});
