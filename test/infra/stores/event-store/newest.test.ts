import { expect } from 'chai';
import fc from 'fast-check';
import { Newest } from '../../../../infra/stores/event-store/newest.ts';

const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });
const entry = (commit: number, bytes = 0) => ({ position: at(commit), bytes });

describe('the newest entries of a log', () => {
  it('are all entries after the floor, in order, whatever is pushed', () => {
    const pushes = fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), { maxLength: 20 });
    const bounds = fc.record({ entries: fc.integer({ min: 1, max: 8 }), maxBytes: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(pushes, bounds, (sizes, { entries, maxBytes }) => {
        const newest = new Newest<ReturnType<typeof entry>>(at(0), {
          entries,
          maxBytes,
          bytesOf: ({ bytes }) => bytes,
        });
        const all: ReturnType<typeof entry>[] = [];
        for (const push of sizes) {
          const added = push.map((bytes, index) => entry(all.length + index + 1, bytes));
          all.push(...added);
          newest.push(added, at(all.length));
          const kept = newest.slice(newest.indexAfter(newest.floor), newest.length);
          expect(kept).to.deep.equal(all.filter(({ position }) => position.commit > newest.floor.commit));
          expect(newest.end).to.deep.equal(at(all.length));
          expect(newest.length).to.be.at.most(2 * entries);
          expect(newest.bytes).to.equal(kept.reduce((total, { bytes }) => total + bytes, 0));
          expect(newest.bytes).to.be.at.most(maxBytes);
        }
      }),
    );
  });
  it('are as many as the bound, where there are so many', () => {
    const newest = new Newest(at(0), { entries: 4 });
    for (let commit = 1; commit <= 30; commit++) {
      newest.push([entry(commit)], at(commit));
      expect(newest.length).to.be.at.least(Math.min(commit, 4));
    }
  });
  it('are none after a drop, and begin at the end', () => {
    const newest = new Newest(at(0), { entries: 4 });
    newest.push([entry(1), entry(2)], at(3));
    newest.drop();
    expect([newest.length, newest.floor]).to.deep.equal([0, at(3)]);
    newest.push([entry(4)], at(4));
    expect(newest.slice(newest.indexAfter(at(3)), 9)).to.deep.equal([entry(4)]);
  });
});
