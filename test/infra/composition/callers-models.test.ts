import { expect } from 'chai';
import { sql } from 'kysely';
import { missingCallersModels } from '../../../infra/composition/callers-models.ts';
import { useDatabase } from '../../support/postgres.ts';

describe('the read models by which callers are recognised', () => {
  const database = useDatabase();

  it('are missed until a projector has made all of them', async () => {
    const db = database().kysely;
    expect(await missingCallersModels(db)).to.equal('no projector has made api_keys, memberships, users, workspaces');
    for (const name of ['api_keys', 'memberships', 'users'])
      await sql`create view ${sql.id(name)} as select 1 as one`.execute(db);
    expect(await missingCallersModels(db)).to.equal('no projector has made workspaces');
    await sql`create view workspaces as select 1 as one`.execute(db);
    expect(await missingCallersModels(db)).to.equal(undefined);
  });
});
