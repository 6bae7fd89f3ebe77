import { expect } from 'chai';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { automationQueries } from '../../../../infra/adapters/comment-automations/automation-queries.ts';
import type { ReadModels } from '../../../../projections/database.ts';

/** A database without rows, with the statements that it gets. */
const emptyDatabase = () => {
  const asked: unknown[] = [];
  const db = new Kysely<ReadModels>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query.parameters[0]),
  });
  return { db, asked };
};

describe('the automations that comments are compared with', () => {
  it('are looked up once for the comments of a workspace that ask meanwhile, and after each of them', async () => {
    const { db, asked } = emptyDatabase();
    const heads: number[] = [];
    const { activeAutomations } = automationQueries({
      db,
      log: { head: async () => void heads.push(asked.length) as undefined },
      freshness: { wait: () => true },
    });
    const answers = await Promise.all(
      ['w', ...Array.from({ length: 50 }, () => 'w'), 'v'].map((workspaceId) => activeAutomations(workspaceId)),
    );
    expect(answers.every((found) => found.length === 0)).to.equal(true);
    expect(asked).to.have.members(['w', 'w', 'v']);
    expect(heads, 'the log is asked before each look').to.have.length(3);
    await activeAutomations('w');
    expect(asked).to.have.length(4);
  });
});
