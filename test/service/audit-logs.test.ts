import { expect } from 'chai';
import { sql } from 'kysely';
import { catalogue } from '../../domain/events.ts';
import { useRunningService } from '../support/running-service.ts';

type Entry = Readonly<{
  id: string;
  type: string;
  description: string;
  occurredAt: string;
  actor: { kind: string; id: string; keyId: string | null; address: string | null };
  resource: { kind: string; id: string };
  correlationId: string;
}>;

describe('GET /v1/audit-logs of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const start = async () => {
    const workspace = await service().workspace();
    const entries = async (query = ''): Promise<readonly Entry[]> =>
      (await workspace.send(`GET /audit-logs?limit=100${query}`)).body.data;
    const content = 'Something to be seen';
    const accountIds = [workspace.accounts['MASTODON']];
    return { ...workspace, entries, create: () => workspace.send('POST /posts', { content, accountIds }) };
  };

  it('tells who did it, with which key, from where, and by which request', async () => {
    const { entries, create, userId, workspaceId, ...workspace } = await start();
    const created = await create();
    const byPerson = await service().ask(workspace.sessionToken, `POST /posts/${created.body.id}/cancel`, undefined, {
      'x-workspace-id': workspaceId,
    });
    expect(byPerson.status).to.equal(200);
    const [cancelled, first, ...older] = await entries();
    expect(first?.type).to.equal('PostCreated');
    expect(first?.description).to.equal(catalogue.definitions.get('PostCreated')?.description);
    expect(first?.actor.kind).to.equal('api_key');
    expect(first?.actor.keyId).to.equal(first?.actor.id);
    expect(first?.actor.address).to.equal('127.0.0.1');
    expect(first?.resource).to.deep.equal({ kind: 'post', id: created.body.id });
    expect(first?.correlationId).to.equal(created.headers.get('x-request-id'));
    expect(cancelled?.type).to.equal('PostCancelled');
    expect(cancelled?.actor).to.deep.equal({ kind: 'user', id: userId, keyId: null, address: '127.0.0.1' });
    expect(older.map(({ type }) => type)).to.include.members(['WorkspaceCreated', 'AccountConnected']);
    expect(older.map(({ type }) => type)).not.to.include('AccountSlotTaken');
  });

  it('keeps what the processes did for the history of the resource', async () => {
    const { create, entries, send, awaited } = await start();
    const { body } = await create();
    await send(`POST /posts/${body.id}/publish`);
    await awaited(`GET /posts/${body.id}`, (post) => post.status === 'published');
    const about = await entries(`&resource=post/${body.id}`);
    expect(about.map(({ type }) => type)).to.deep.equal(['PostPublishingStarted', 'PostCreated']);
  });

  it('can be asked for an actor, a key, a type, a resource and a time', async () => {
    const { create, entries, send } = await start();
    const [one, other] = [(await create()).body.id, (await create()).body.id];
    await send(`POST /posts/${other}/cancel`);
    const everything = await entries();
    const [last] = everything;
    const typesOf = (list: readonly Entry[]) => list.map(({ type }) => type);
    expect(typesOf(await entries(`&actor=${last?.actor.id}`))).to.deep.equal([
      'PostCancelled',
      'PostCreated',
      'PostCreated',
    ]);
    expect(typesOf(await entries(`&keyId=${last?.actor.keyId}`))).to.have.length(3);
    expect(typesOf(await entries('&type=PostCancelled'))).to.deep.equal(['PostCancelled']);
    expect(typesOf(await entries(`&resource=${one}`))).to.deep.equal(['PostCreated']);
    expect(typesOf(await entries('&resource=post'))).to.have.length(3);
    const from = encodeURIComponent(last?.occurredAt ?? '');
    expect((await entries(`&from=${from}`)).every(({ occurredAt }) => occurredAt >= (last?.occurredAt ?? ''))).to.equal(
      true,
    );
    const before = new Date(Date.parse(everything.at(-1)?.occurredAt ?? '') - 1).toISOString();
    expect(await entries(`&to=${before}`)).to.deep.equal([]);
    expect((await send('GET /audit-logs?type=Nonsense')).status).to.equal(400);
  });

  it('comes in pages that together are the whole, each entry once', async () => {
    const { create, entries, send } = await start();
    for (let index = 0; index < 4; index += 1) await create();
    const whole = await entries();
    const paged: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: { data: Entry[]; nextCursor: string | null } } = await send(
        `GET /audit-logs?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      paged.push(...body.data);
      cursor = body.nextCursor;
    }
    expect(paged).to.deep.equal(whole);
  });

  it("shows nothing of another's workspace", async () => {
    const [mine, theirs] = [await start(), await start()];
    const { body } = await theirs.create();
    expect(await mine.entries(`&resource=${body.id}`)).to.deep.equal([]);
    expect((await mine.entries()).some(({ resource }) => resource.id === theirs.workspaceId)).to.equal(false);
  });

  it('keeps no address in the read model', async () => {
    const { create, entries, workspaceId } = await start();
    await create();
    const { rows } = await sql<{ row: string }>`
      select audit_logs::text as row from audit_logs where workspace_id = ${workspaceId}`.execute(
      service().database.kysely,
    );
    expect(rows.length).to.be.greaterThan(0);
    expect(rows.some(({ row }) => row.includes('127.0.0.1'))).to.equal(false);
    expect((await entries())[0]?.actor.address).to.equal('127.0.0.1');
  });
});
