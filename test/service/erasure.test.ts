import { expect } from 'chai';
import { ClassicLevel } from 'classic-level';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '@social-publishing/embedded-postgres';
import pg from 'pg';
import { publicKeysFrom } from '../../infra/log/audit/signature-check.ts';
import { verifyFile } from '../../infra/log/audit/verify-file.ts';
import { forgotten } from '../../domain/kernel/personal.ts';
import { runCli } from '../support/command-line.ts';
import { until } from '../support/until.ts';
import { ServiceProcess } from '../support/service-process.ts';

/** Where a text was found: a file, a key of the store, a table. */
type Found = readonly string[];

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(dir, entry.name);
    return entry.isDirectory() ? filesBelow(file) : entry.isFile() ? [file] : [];
  });

/** Every file of the data folder as it lies there; Postgres keeps rows it deleted for a while and is asked for its tables instead. */
const inFiles = (dataDir: string, texts: readonly string[]): Found =>
  filesBelow(dataDir)
    .filter((file) => !file.startsWith(path.join(dataDir, 'postgres')))
    .filter((file) => texts.some((text) => readFileSync(file).includes(text)))
    .map((file) => path.relative(dataDir, file));

/** Every entry of the event store's database, for its files may be compressed. */
const inEventStore = async (dataDir: string, texts: readonly string[]): Promise<Found> => {
  const found: string[] = [];
  for (const folder of new Set(
    filesBelow(path.join(dataDir, 'event-store'))
      .filter((file) => path.basename(file) === 'CURRENT')
      .map((file) => path.dirname(file)),
  )) {
    const db = new ClassicLevel<Buffer, Buffer>(folder, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
    for await (const [key, value] of db.iterator())
      if (texts.some((text) => key.includes(text) || value.includes(text)))
        found.push(`entry ${key.toString('latin1')}`);
    await db.close();
  }
  return found;
};

/** Every row of every table, as a dump would hold it. */
const inPostgres = async (dataDir: string, texts: readonly string[]): Promise<Found> => {
  const postgres = await startPostgres({ dir: path.join(dataDir, 'postgres') });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).to.be.greaterThan(20);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select each::text as row from ${name} each`);
      for (const { row } of rows) if (texts.some((text) => row.includes(text))) found.push(`${name}: ${row}`);
    }
    return found;
  } finally {
    await client.end();
    await postgres.stop();
  }
};

describe('a person who was erased', function () {
  this.timeout(300_000);
  let service: ServiceProcess;
  before(async () => {
    service = await ServiceProcess.start();
  });
  after(() => service.dispose());

  it('is in no store any more, while history can still be read and verified', async () => {
    const owner = await service.workspace(['MASTODON']);
    const { userId, sessionToken } = await owner.expect<{ userId: string; sessionToken: string }>(
      201,
      'POST',
      '/sandbox/members',
      { role: 'ADMIN' },
    );
    const asPerson = { authorization: `Bearer ${sessionToken}`, 'x-workspace-id': owner.connection.workspaceId };
    const person = { name: 'Zebulon Quaverly', email: `${userId}@example.test` };
    const traces = { picture: 'zebulon-in-the-garden.png', clientId: '8765432109.1234509876' };
    const avatarUrl = `${new URL(owner.connection.baseUrl).origin}/media-objects/${traces.picture}`;
    const renamed = await owner.call('PATCH', '/users/me', { name: person.name, avatarUrl }, asPerson);
    expect(renamed.status, JSON.stringify(renamed.body)).to.equal(200);
    const linked = await owner.call('POST', '/users/me/ga4-client-id', { clientId: traces.clientId }, asPerson);
    expect(linked.status).to.be.within(200, 204);
    expect(renamed.body).to.include({ name: person.name, email: person.email });
    const content = 'A post that outlives who wrote it';
    const post = await owner.call<{ id: string }>(
      'POST',
      '/posts',
      { content, accountIds: owner.accounts(['MASTODON']) },
      { ...asPerson, 'idempotency-key': 'one-and-only' },
    );
    expect(post.status).to.equal(201);

    // Invited into another workspace by mail, and joined.
    const other = await service.workspace([]);
    const asOwner = { authorization: `Bearer ${other.connection.sessionToken}` };
    const invitations = `/workspaces/${other.connection.workspaceId}/invitations`;
    const invited = await other.call('POST', invitations, { email: person.email }, asOwner);
    expect(invited.status).to.equal(201);
    const { emails } = await other.expect<{ emails: { text: string }[] }>(200, 'GET', '/sandbox/emails');
    const token = /\/invitations\/([^/\s]+)/.exec(emails[0]?.text ?? '')?.[1];
    const accepted = await owner.call('POST', `/invitations/${token}/accept`, undefined, asPerson);
    expect(accepted.status, JSON.stringify(emails)).to.equal(200);

    const erased = await owner.call('DELETE', '/users/me', undefined, asPerson);
    expect(erased.status).to.equal(200);
    await until('the erasure is in the log', async () => {
      const { out } = await runCli('audit', ['history', 'user', userId, '--json'], { DATA_DIR: service.dataDir });
      return out.includes('UserForgotten');
    });
    const env = { DATA_DIR: service.dataDir };
    const reported = (await runCli('audit', ['history', 'user', userId], env)).out;
    expect(reported).to.include('UserRenamed').and.not.to.include(person.name);
    const postHistory = await owner.call<{ data: { type: string; actor: { id: string } }[] }>(
      'GET',
      `/posts/${post.body.id}/history`,
    );
    expect(postHistory.body.data[0]).to.deep.include({ type: 'PostCreated' });
    expect(postHistory.body.data[0]?.actor.id).to.equal(userId);
    expect((await runCli('audit', ['history', 'user', userId, '--json'], env)).out).to.include(forgotten);

    const elsewhere = (await runCli('audit', ['history', 'workspace', other.connection.workspaceId, '--json'], env))
      .out;
    expect(elsewhere).to.include('InvitationSent').and.not.to.include(person.email);

    const bundle = path.join(service.dataDir, 'bundle.ndjson');
    const exported = await runCli('audit', ['export', 'everything', '--out', bundle], env);
    expect(exported.code, exported.err).to.equal(0);
    const keys = publicKeysFrom((await runCli('audit', ['keys'], env)).out);
    expect((await verifyFile(bundle, { keys })).events).to.be.greaterThan(5);
    const verified = await runCli('audit', ['verify'], env);
    expect(verified.code, verified.out).to.equal(0);

    await service.stop();
    const { dataDir } = service;
    const everywhere = async (texts: readonly string[]): Promise<Found> => [
      ...inFiles(dataDir, texts),
      ...(await inEventStore(dataDir, texts)),
      ...(await inPostgres(dataDir, texts)),
    ];
    // What was not erased is found in each place: the search does look.
    expect(inFiles(dataDir, [content])).not.to.deep.equal([]);
    expect(await inEventStore(dataDir, [content])).not.to.deep.equal([]);
    expect(await inPostgres(dataDir, [content])).not.to.deep.equal([]);
    expect(await everywhere([person.name, person.email, traces.picture, traces.clientId])).to.deep.equal([]);
  });
});
