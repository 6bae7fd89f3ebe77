import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { Refused } from '../../../domain/kernel/refused.ts';
import { cursorPage, cursorQuery, decodeCursor, encodeCursor, numberedPage } from '../../../read-api/kernel/page.ts';

const Key = z.tuple([z.string(), z.number()]);

describe('pages', () => {
  it('take up exactly where a cursor left off', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (name, place) => {
        expect(decodeCursor(Key, encodeCursor([name, place]))).to.deep.equal([name, place]);
      }),
    );
  });

  it('refuse every cursor that was not given out, as a validation error of the field', () => {
    const refuses = (cursor: string): void => {
      try {
        decodeCursor(Key, cursor);
      } catch (error) {
        expect(error).to.be.instanceOf(Refused).and.include({ code: 'VALIDATION_ERROR' });
        expect((error as Refused).details).to.deep.equal({ field: 'cursor' });
        return;
      }
      throw new Error(`accepted ${cursor}`);
    };
    for (const cursor of ['', 'x', '!!!', encodeCursor(['a']), encodeCursor({}), encodeCursor([1, 'a'])])
      refuses(cursor);
    fc.assert(fc.property(fc.string(), refuses));
  });

  it('begin at the beginning without a cursor', () => {
    expect(decodeCursor(Key, undefined)).to.equal(undefined);
  });

  it('hold 20 items unless asked, at least one, at most 100', () => {
    const Query = z.object(cursorQuery);
    expect(Query.parse({}).limit).to.equal(20);
    expect(Query.parse({ limit: '100' }).limit).to.equal(100);
    for (const limit of ['0', '101', '1.5', 'many', ''])
      expect(Query.safeParse({ limit }).success, limit).to.equal(false);
  });

  it('lead through any list, each item once and in order, until there is no more', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), fc.integer({ min: 1, max: 7 }), (numbers, limit) => {
        const sorted = numbers.sort((a, b) => a - b);
        const seen: number[] = [];
        for (let cursor: string | undefined | null; cursor !== null;) {
          const after = decodeCursor(z.tuple([z.number()]), cursor)?.[0] ?? -1;
          const rows = sorted.filter((number) => number > after).slice(0, limit + 1);
          const page = cursorPage(rows, limit, (number) => [number]);
          expect(page.hasMore).to.equal(page.nextCursor !== null);
          seen.push(...page.items);
          cursor = page.nextCursor;
        }
        expect(seen).to.deep.equal(sorted);
      }),
    );
  });

  it('are counted where they are numbered', () => {
    expect(numberedPage(2, 20, 41)).to.deep.equal({ page: 2, limit: 20, total: 41, totalPages: 3 });
    expect(numberedPage(1, 20, 0).totalPages).to.equal(0);
  });
});
