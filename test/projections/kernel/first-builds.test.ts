import { expect } from 'chai';
import { allProjections } from '../../../projections/all-projections.ts';
import { buildName, listBuilds, subscribersFor } from '../../../projections/kernel/read-models.ts';
import { useDatabase } from '../../support/postgres.ts';

describe('the first builds of read models', () => {
  const database = useDatabase();

  it('are the same for all projectors that find them missing at a time', async () => {
    const { kysely } = database();
    const projections = allProjections.slice(0, 6);
    const found = await Promise.all(Array.from({ length: 4 }, () => subscribersFor(projections, kysely)));
    const names = found.map((running) => running.map(({ build }) => buildName(build)));
    expect(names).to.deep.equal(Array.from({ length: 4 }, () => projections.map(({ name }) => `${name}#1`)));
    expect(await listBuilds(kysely)).to.have.length(projections.length);
  });
});
