import { expect } from 'chai';
import { sql } from 'kysely';
import { postgresMessagePace } from '../../../../infra/adapters/broadcasts/message-pace.ts';
import { useDatabase } from '../../../support/postgres.ts';

describe('the pace of messages', () => {
  const database = useDatabase();
  const pace = () => postgresMessagePace(database().kysely);

  before(async () => {
    await sql`create table contacts (id text collate "C" primary key, account_id text collate "C")`.execute(
      database().kysely,
    );
    await sql`insert into contacts values ('of-a-1', 'a'), ('of-a-2', 'a'), ('of-b', 'b'), ('of-none', null)`.execute(
      database().kysely,
    );
  });
  beforeEach(async () => {
    await sql`truncate message_pace`.execute(database().kysely);
  });

  /** Messages that take ten seconds each, so that the time of a statement does not count. */
  const to = (...contactIds: string[]) => contactIds.map((contactId) => ({ contactId, seconds: 10 }));
  const tensOf = (milliseconds: number): number => Math.round(milliseconds / 10_000);

  it('is that of the account that is named, for a message to any contact', async () => {
    const take = (accountId: string) => pace().take({ accountId, messages: to('of-a-1', 'of-b') });
    expect(await take('c')).to.equal(0);
    expect(tensOf(await take('c'))).to.equal(2);
    expect(await take('d')).to.equal(0);
  });

  it("is that of each contact's own account where none is named", async () => {
    const take = async (...contactIds: string[]) =>
      tensOf(await pace().take({ accountId: undefined, messages: to(...contactIds) }));
    expect(await take('of-a-1', 'of-a-2')).to.equal(0);
    expect(await take('of-b')).to.equal(0);
    expect(await take('of-a-1', 'of-b'), 'the slower of two accounts').to.equal(2);
    expect(await take('of-b')).to.equal(2);
    expect(await take('of-none', 'unknown'), 'no account sends these').to.equal(0);
  });

  it('is shared by statements that name the same accounts in another order', async () => {
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pace().take({ accountId: undefined, messages: to(...(index % 2 ? ['of-b', 'of-a-1'] : ['of-a-1', 'of-b'])) }),
      ),
    );
    expect(waits.map(tensOf).sort((one, other) => one - other)).to.deep.equal([...waits.keys()]);
  });
});
