import { expect } from 'chai';
import { z } from 'zod';
import { guardedProjection, UnusableProjection } from '../../../projections/authoring/guarded-projection.ts';
import { projectionOf } from '../../../projections/authoring/projection-of.ts';
import { event, rowsOf, specFor } from '../../../projections/authoring/projection-spec.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';

type Row = { id: string; times: number };

const scheduled = event('PostScheduled', { scheduledFor: '2026-03-02T10:00:00.000Z' }, { stream: 'post-1' });
const archived = event('PostArchived', {}, { stream: 'post-1' });

const counting = (fold: (row: Row | undefined, id: string) => Row | undefined): Projection =>
  projectionOf<Row>({
    name: 'times_scheduled',
    version: 1,
    description: 'How often was each post scheduled?',
    table: { key: 'id', columns: { id: 'text', times: 'integer' } },
    on: {
      PostScheduled: { keys: ({ stream }) => stream, fold: (row, _event, id) => fold(row, id) },
      PostArchived: { keys: ({ stream }) => [stream], fold: () => undefined },
    },
  });
const right = counting((row, id) => ({ id, times: (row?.times ?? 0) + 1 }));

describe('a projection file', () => {
  it('leaves rows by key, and none where they were deleted', () => {
    expect(right.handles).to.deep.equal(['PostScheduled', 'PostArchived']);
    expect(rowsOf(right, [scheduled, scheduled])).to.deep.equal([{ id: 'post-1', times: 2 }]);
    expect(rowsOf(right, [scheduled, archived])).to.deep.equal([]);
  });

  it('is given no event that the catalogue would refuse', () => {
    expect(() => event('PostScheduled', { scheduledFor: 'tomorrow' })).to.throw(z.ZodError);
  });

  it('is refused where its rows depend on how the log was cut into batches', () => {
    let calls = 0;
    const restless = counting((_row, id) => ({ id, times: ++calls }));
    expect(() => rowsOf(restless, [scheduled])).to.throw('depend on the batches');
  });

  it('cannot change events or rows it is given, nor answer anything but rows of its table', () => {
    const refused: readonly [Projection, string][] = [
      [counting((row) => Object.assign(row ?? {}, { id: 'post-1', times: 1 })), ''],
      [counting((_row, id) => ({ id, times: 1, more: 1 }) as Row), 'no column more'],
      [counting((_row, id) => ({ id }) as Row), 'has no times'],
      [counting((async () => ({})) as never), 'no promise'],
    ];
    for (const [projection, message] of refused.slice(1))
      expect(() => rowsOf(projection, [scheduled])).to.throw(UnusableProjection, message);
    const [changing] = refused[0] as [Projection, string];
    expect(() => rowsOf(changing, [scheduled, scheduled])).to.throw(TypeError);
    const prying = { ...right, keys: ({ data }: { data: unknown }) => (Object.assign(data as object, { x: 1 }), []) };
    expect(() => rowsOf(prying, [scheduled])).to.throw(TypeError);
  });

  it("is refused where two streams feed one key without sharing: 'all'", () => {
    const shared: Projection = { ...right, keys: () => ['total'] };
    const elsewhere = event('PostScheduled', { scheduledFor: '2026-03-02T10:00:00.000Z' }, { stream: 'post-2' });
    expect(() => rowsOf(shared, [scheduled, elsewhere])).to.throw(
      UnusableProjection,
      "the row total is fed by two streams, post-1 and post-2; declare sharing: 'all'",
    );
    expect(rowsOf({ ...shared, sharing: 'all' }, [scheduled, elsewhere])).to.deep.equal([{ id: 'total', times: 2 }]);
  });

  it('is refused where a row that is to begin with its stream exists already', () => {
    const late: Projection = {
      ...right,
      sharing: 'all',
      keys: () => ['total'],
      table: { ...right.table, bornWithStream: true },
    };
    const elsewhere = event('PostScheduled', { scheduledFor: '2026-03-02T10:00:00.000Z' }, { stream: 'post-2' });
    expect(() => rowsOf(late, [scheduled, elsewhere])).to.throw(
      UnusableProjection,
      'drop appendOnly or bornWithStream',
    );
  });

  it('has a spec that fails on other rows, on missing ones and on any where there should be none', () => {
    const given = specFor(right);
    given(scheduled).when(scheduled).then({ id: 'post-1', times: 2 });
    expect(() => given(scheduled).when(scheduled).then({ times: 3 })).to.throw('other rows');
    expect(() => given(scheduled).when(archived).then({ times: 1 })).to.throw('other rows');
    expect(() => given().when(scheduled).thenNoRows()).to.throw('other rows');
  });

  it('is refused where it could not be run', () => {
    const known = (type: string): boolean => type === 'PostScheduled' || type === 'PostArchived';
    const wrong: readonly [Partial<Projection>, string][] = [
      [{ name: 'Posts; drop' }, 'its name'],
      [{ version: 0 }, 'its version'],
      [{ description: '' }, 'in a sentence'],
      [{ table: { key: 'other', columns: { id: 'text' } } }, 'its key'],
      [{ table: { key: 'id', columns: { id: 'varchar' as 'text' } } }, 'no known type'],
      [{ handles: [] }, 'at least one'],
      [{ handles: ['Nonsense'] }, 'there is no event Nonsense'],
      [{ summaries: [{ name: 'posts', description: '', columns: {}, select: () => '' }] }, 'must begin with'],
    ];
    for (const [change, message] of wrong)
      expect(() => guardedProjection({ ...right, ...change }, known), message).to.throw(UnusableProjection, message);
    expect(guardedProjection(right, known).name).to.equal('times_scheduled');
  });
});
