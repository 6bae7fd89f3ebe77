import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { sql } from 'kysely';
import pg from 'pg';
import { grantReader, type Granted } from '../../../../infra/log/analytics/grant-reader.ts';
import { allProjections } from '../../../../projections/all-projections.ts';
import type { Projection } from '../../../../projections/kernel/projection.ts';
import { publishedViews } from '../../../../projections/kernel/published-views.ts';
import {
  buildTable,
  startBuild,
  subscribersFor,
  publishBuild,
  switchTo,
} from '../../../../projections/kernel/read-models.ts';
import { testPostgres, useDatabase } from '../../../support/postgres.ts';

describe('analysts who read by SQL', () => {
  const database = useDatabase();
  const suffix = randomBytes(4).toString('hex');
  const [role, login, password] = [`reader_${suffix}`, `alice_${suffix}`, randomBytes(9).toString('hex')];
  let granted: Granted;
  let alice: pg.Client;

  before(async () => {
    const db = database().kysely;
    await subscribersFor(allProjections, db);
    granted = await grantReader(role, allProjections, db);
    await sql.raw(`create role ${login} login password '${password}'; grant ${role} to ${login}`).execute(db);
    const url = new URL(database().url);
    [url.username, url.password] = [login, password];
    url.searchParams.delete('options');
    alice = new pg.Client({ connectionString: url.href });
    await alice.connect();
  });
  after(async () => {
    await alice.end();
    // The database of this file is closed by now.
    const server = new pg.Client({ connectionString: await testPostgres() });
    await server.connect();
    await server.query(`drop schema ${granted.schema} cascade`);
    await server.query(`drop role ${login}; drop owned by ${role}; drop role ${role}`);
    await server.end();
  });

  const refusal = async (query: string): Promise<string> => {
    try {
      await alice.query(query);
      return 'nothing was refused';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const putPost = (projection: Projection, generation: number, id: string) =>
    sql`insert into ${sql.id(buildTable({ model: projection.name, generation }))}
        (id, workspace_id, status, platforms, account_ids, calendar_at, created_at, view)
        values (${id}, 'w', 'draft', '{}', '{}', now(), now(), '{"post": "secret"}')`.execute(database().kysely);
  const posts = allProjections.find(({ name }) => name === 'posts') as Projection;

  it('read every published view, and nothing beside its columns', async () => {
    const { rows: found } = await alice.query<{ view: string; columns: string[]; says: string | null }>(
      `select c.relname as view, obj_description(c.oid) as says, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = $1::regnamespace group by c.oid, c.relname`,
      [granted.schema],
    );
    const wanted = allProjections.flatMap((projection) => publishedViews(projection, ''));
    expect(found.map(({ view }) => view).sort()).to.deep.equal([...granted.views]);
    for (const { name, description: says, columns } of wanted) {
      const view = found.find((one) => one.view === name);
      expect(view?.columns, name).to.have.members(Object.keys(columns));
      expect(view?.says, name).to.equal(says);
      await alice.query(`select * from ${granted.schema}.${name}`);
    }
  });

  it('see no secrets and no names of people', () => {
    const columns = allProjections.flatMap((projection) =>
      publishedViews(projection, '').flatMap((view) => Object.keys(view.columns)),
    );
    expect(
      columns.filter((column) => /hash|secret|token|password|email|username|^name$|shown/.test(column)),
    ).to.deep.equal([]);
  });

  it('cannot write, nor read what is beneath', async () => {
    const view = `${granted.schema}.posts`;
    for (const query of [
      `insert into ${view} (id) values ('x')`,
      `update ${view} set status = 'x'`,
      `delete from ${view}`,
      `create table ${granted.schema}.mine (id text)`,
      `drop view ${view}`,
      `select * from ${database().schema}.posts`,
      `select * from ${database().schema}.${buildTable({ model: 'posts', generation: 1 })}`,
      `select * from ${database().schema}.checkpoint`,
      `select * from ${database().schema}.subject_key`,
    ])
      expect(await refusal(query), query).to.match(/permission denied|must be owner/);
    // It is the right that is missing, not the table.
    const { rows } = await sql`select from pg_class where relname = 'posts_g1'`.execute(database().kysely);
    expect(rows.length).to.be.greaterThan(0);
  });

  it('read on when a rebuilt read model takes the place of the one before, with all they built on it', async () => {
    const db = database().kysely;
    const view = `${granted.schema}.posts`;
    await putPost(posts, 1, 'before');
    await sql.raw(`create view ${granted.schema}.drafts as select id from ${view} where status = 'draft'`).execute(db);
    const ids = async (of: string): Promise<string[]> =>
      (await alice.query<{ id: string }>(`select id from ${of} order by id`)).rows.map(({ id }) => id);
    expect(await ids(view)).to.deep.equal(['before']);
    const build = await startBuild(posts, db);
    await putPost(posts, build.generation, 'after');
    expect(await ids(view)).to.deep.equal(['before']);
    await switchTo(posts, build, db);
    expect(await ids(view)).to.deep.equal(['after']);
    expect(await ids(`${granted.schema}.drafts`)).to.deep.equal(['after']);
  });

  it('never delay a switch: their open transaction keeps their own view, and no other', async () => {
    const db = database().kysely;
    const view = `${granted.schema}.posts`;
    const build = await startBuild(posts, db);
    await putPost(posts, build.generation, 'unseen');
    await alice.query('begin');
    await alice.query(`select count(*) from ${view}`);
    try {
      expect(await switchTo(posts, build, db), 'analysts see it').to.equal(false);
      const { rows } = await sql<{ id: string }>`select id from posts`.execute(db);
      expect(rows.map(({ id }) => id)).to.deep.equal(['unseen']);
    } finally {
      await alice.query('commit');
    }
    expect(await publishBuild(posts, build, db)).to.equal(true);
    expect((await alice.query(`select id from ${view}`)).rows).to.deep.equal([{ id: 'unseen' }]);
  });

  it('read a view whose columns changed, although it was created again', async () => {
    const db = database().kysely;
    const changed: Projection = { ...posts, version: posts.version + 1, published: { status: 'The status' } };
    const build = await startBuild(changed, db);
    await putPost(posts, build.generation, 'changed');
    await switchTo(changed, build, db);
    expect((await alice.query(`select * from ${granted.schema}.posts`)).rows).to.deep.equal([{ status: 'draft' }]);
  });

  it('can be granted again', async () => {
    expect((await grantReader(role, allProjections, database().kysely)).schema).to.equal(granted.schema);
  });
});
