import { allMigrations } from '../../../../infra/composition/all-migrations.ts';
import { expect } from 'chai';
import { type Kysely, type Migration, sql } from 'kysely';
import { migrate } from '../../../../infra/stores/postgres/migrations.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/postgres.ts';

const creates = (table: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createTable(table).addColumn('id', 'integer').execute();
  },
});

describe('migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openTestDatabase({ migrated: false });
  });
  afterEach(() => database.drop());

  const tables = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name not like 'kysely%' order by 1`.execute(database.kysely);
    return rows.map(({ name }) => name);
  };

  it('run once, however many processes start at the same time', async () => {
    const list = { '2026-01-01-a': creates('a'), '2026-01-02-b': creates('b') };
    const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(database.kysely, list)));
    expect(ran.flat().toSorted()).to.deep.equal(['2026-01-01-a', '2026-01-02-b']);
    expect(await tables()).to.deep.equal(['a', 'b']);
    expect(await migrate(database.kysely, list)).to.deep.equal([]);
  });

  it('change nothing when one of them fails, and name it', async () => {
    const failing: Migration = { up: (db: Kysely<unknown>) => sql`select nothing`.execute(db).then(() => undefined) };
    const failed = await migrate(database.kysely, { '1-a': creates('a'), '2-b': failing }).catch(
      (fault: unknown) => fault,
    );
    expect(failed).to.be.an('error').with.property('message', 'migration 2-b failed');
    expect(await tables()).to.deep.equal([]);
  });

  it('of a newer release do not stop an older one', async () => {
    const older = { '1-a': creates('a') };
    await migrate(database.kysely, { ...older, '2-b': creates('b') });
    expect(await migrate(database.kysely, older)).to.deep.equal([]);
    expect(await migrate(database.kysely, { ...older, '3-c': creates('c') })).to.deep.equal(['3-c']);
    expect(await tables()).to.deep.equal(['a', 'b', 'c']);
  });

  it('of the service run on an empty database', async () => {
    expect(await migrate(database.kysely, allMigrations)).to.deep.equal(Object.keys(allMigrations).toSorted());
  });
});
