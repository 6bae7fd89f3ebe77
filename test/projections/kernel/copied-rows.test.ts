import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Projection } from '../../../projections/kernel/projection.ts';
import { createTable, insertRows, loadRows, upsertRows } from '../../../projections/kernel/table.ts';
import { useDatabase } from '../../support/postgres.ts';

type Row = {
  id: string;
  name: string | null;
  tags: string[];
  count: number | null;
  large: string;
  share: number;
  done: boolean;
  at: string | null;
  view: unknown;
  kept: unknown;
};

const model: Projection<Row> = {
  name: 'copied',
  version: 1,
  description: 'Do rows come back as they were written?',
  handles: [],
  table: {
    key: 'id',
    columns: {
      id: 'text',
      name: 'text?',
      tags: 'text[]',
      count: 'integer?',
      large: 'bigint',
      share: 'double precision',
      done: 'boolean',
      at: 'instant?',
      view: 'jsonb?',
      kept: 'json?',
    },
  },
  keys: () => [],
  fold: (row) => row,
};

// The database keeps no zero character, in whatever way it comes.
const text = fc.string({
  unit: fc.constantFrom('a', '\\', '\n', '\r', '\t', '"', '{', '}', ',', 'N', ' ', '.', 'é', '😀'),
});

const value = fc.oneof(text, fc.dictionary(text, text), fc.array(fc.integer()), fc.constant(null));

const row = fc.record<Omit<Row, 'id'>>({
  name: fc.option(text),
  tags: fc.array(text),
  count: fc.option(fc.integer()),
  large: fc.bigInt({ min: 0n, max: 2n ** 62n }).map(String),
  share: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  done: fc.boolean(),
  at: fc.option(
    fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  view: value,
  kept: value,
});

describe('rows that are copied into a read model', () => {
  const database = useDatabase();

  it('come back as those that were inserted one by one', async () => {
    const db = database().kysely;
    await createTable(model, 'copied_in', db);
    await createTable(model, 'inserted', db);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 100, maxLength: 140 }), async (made) => {
        await sql`truncate copied_in, inserted`.execute(db);
        const rows = made.map((one, index) => ({ id: String(index), ...one }));
        const keys = rows.map(({ id }) => id);
        await insertRows(model, 'copied_in', rows, db);
        await upsertRows(model, 'inserted', rows, db);
        expect(await loadRows(model, 'copied_in', keys, db)).to.deep.equal(await loadRows(model, 'inserted', keys, db));
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('are refused as a whole where one cannot be stored, and the connection stays usable', async () => {
    const db = database().kysely;
    await createTable(model, 'refused', db);
    const rows = Array.from({ length: 150 }, (_, index) => ({
      id: String(index),
      name: null,
      tags: [],
      count: null,
      large: '1',
      share: 1,
      done: true,
      at: null,
      view: {},
      kept: {},
    }));
    const twice = [...rows, { ...rows[0] }];
    const refused = await insertRows(model, 'refused', twice, db).catch(String);
    expect(refused).to.match(/duplicate key/);
    expect((await loadRows(model, 'refused', ['0'], db)).size).to.equal(0);
    expect(
      await insertRows(model, 'refused', [...rows, { ...rows[0], id: 'x', name: '\ud800' }], db).catch(String),
    ).to.match(/half a character/);
    // The rows are on their way before the server has looked at the statement: it passes over them.
    expect(await insertRows(model, 'nowhere', rows, db).catch(String)).to.match(/"nowhere" does not exist/);
    await insertRows(model, 'refused', rows, db);
    expect((await loadRows(model, 'refused', ['0', '149'], db)).size).to.equal(2);
  });
});
