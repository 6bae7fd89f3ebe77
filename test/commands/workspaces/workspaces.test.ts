import { expect } from 'chai';
import { freshId } from '../../support/edge.ts';
import { useWorkspaceApi } from '../../support/workspace-api.ts';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { foundWorkspace } from '../../../commands/workspaces/found-workspace.ts';

const code = ({ body }: { body: unknown }): unknown => (body as { error?: { code?: string } }).error?.code;

describe('workspaces over the API', () => {
  const api = useWorkspaceApi();

  it('are created, owned by their creator, and seen by the next read', async () => {
    const olivia = await api().person('Olivia');
    const slug = api().newSlug();
    const settings = { autoArchiveDays: 30, nonsense: true, calendar_execution_path: 'x' };
    const created = await olivia.send('POST /v1/workspaces', { name: ' Acme ', slug, settings });
    expect(created.status).to.equal(201);
    expect(created.body).to.include({
      name: 'Acme',
      slug,
      logo: null,
      plan: 'free',
      role: 'OWNER',
      ownerId: olivia.userId,
    });
    expect(created.body.settings).to.include({ autoArchiveDays: 30, autoPrepareVideoAudio: true });
    expect(created.body.settings).to.not.have.any.keys('nonsense', 'calendar_execution_path');
    const seen = await olivia.send(`GET /v1/workspaces/${created.body.id}`);
    expect(seen.body).to.deep.equal(created.body);
    const listed = await olivia.send('GET /v1/workspaces');
    expect(listed.body.data).to.deep.equal([created.body]);
    expect(listed.body.pagination).to.deep.equal({ page: 1, limit: 20, total: 1, totalPages: 1 });
  });

  it('refuse bad fields and a foreign logo', async () => {
    const olivia = await api().person('Olivia');
    for (const body of [
      { slug: 'abc' },
      { name: 'A' },
      { name: '', slug: 'abc' },
      { name: 'x'.repeat(101), slug: 'abc' },
      { name: 'A', slug: 'Has Space' },
      { name: 'A', slug: 'UPPER' },
      { name: 'A', slug: '-a' },
      { name: 'A', slug: 'abc', logo: 'https://elsewhere.test/logo.png' },
      { name: 'A', slug: 'abc', settings: { autoArchiveDays: 31 } },
    ]) {
      const answer = await olivia.send('POST /v1/workspaces', body);
      expect([answer.status, code(answer)], JSON.stringify(body)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    const beta = await olivia.send('POST /v1/workspaces', {
      name: 'A',
      slug: api().newSlug(),
      settings: { platformBetaTester: true },
    });
    expect([beta.status, code(beta)]).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('have unique slugs, also when two want the same one at once', async () => {
    const people = await Promise.all([1, 2, 3].map((index) => api().person(`P${index}`)));
    const slug = api().newSlug();
    const answers = await Promise.all(people.map((each) => each.send('POST /v1/workspaces', { name: 'A', slug })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    const winner = people[answers.findIndex(({ status }) => status === 201)];
    const mine = await winner?.send('POST /v1/users/me/workspaces', { name: 'Again', slug });
    expect([mine?.status, code(mine ?? { body: {} })]).to.deep.equal([400, 'VALIDATION_ERROR']);
    const loser = people[answers.findIndex(({ status }) => status === 409)];
    for (let index = 0; index < 3; index++)
      expect(
        (await loser?.send('POST /v1/workspaces', { name: 'B', slug: api().newSlug() }))?.status,
        'no place lost',
      ).to.equal(201);
  });

  it('are test workspaces where a person of test mode founds them, in whatever workspace they act', async () => {
    const tess = await api().person('Tess', 'test');
    const wanted = () => ({ name: 'Mine', slug: api().newSlug() });
    expect((await tess.send('POST /v1/workspaces', wanted())).body.mode).to.equal('test');
    expect((await tess.send('POST /v1/users/me/workspaces', wanted())).body.data.mode).to.equal('test');
    const olivia = await api().person('Olivia');
    expect((await olivia.send('POST /v1/workspaces', wanted())).body.mode).to.equal('live');
  });

  it('are three for a person at most, also when many are wanted at once', async () => {
    const olivia = await api().person('Olivia');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        olivia.send('POST /v1/users/me/workspaces', { name: 'Mine', slug: api().newSlug() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(3);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect([refused.status, code(refused)]).to.deep.equal([403, 'LIMIT_REACHED']);
    const mine = await olivia.send('GET /v1/users/me/workspaces');
    expect(mine.body.total).to.equal(3);
    expect(mine.body.data[0]).to.include({ memberCount: 1, accountCount: 0, postCount: 0, role: 'OWNER' });
  });

  it('give back what an unfinished creation left behind', async () => {
    const olivia = await api().person('Olivia');
    const slug = api().newSlug();
    // A creation of an hour ago whose process died between the slug and the workspace.
    const abandoned = `c${(Date.now() - 3_600_000).toString(36).padStart(9, '0')}${freshId().slice(-15)}`;
    const commandOf = (workspaceId: string): CommandContext => ({
      commandId: freshId(),
      meta: {
        workspaceId,
        mode: 'live',
        $correlationId: 'k',
        occurredAt: new Date().toISOString(),
        actor: { kind: 'system', id: 'test' },
      },
    });
    const died = foundWorkspace(
      { workspaceId: abandoned, name: 'A', slug, logo: null, settings: {}, mode: 'live', ownerId: olivia.userId },
      {
        now: new Date().toISOString(),
        newId: freshId,
        load: (decider, id) => api().commands.load(decider, id, undefined),
        handle: (decider, id, command, { workspaceId = '', ...options } = {}) =>
          decider.category === 'workspace'
            ? Promise.reject(new Error('killed'))
            : api().commands.handle(decider, id, command, { ...commandOf(workspaceId), ...options }),
        preview: (decider, id, command, { workspaceId = '', ...options } = {}) =>
          api().commands.preview(decider, id, command, { ...commandOf(workspaceId), ...options }),
      },
    );
    expect(await died.catch((error: Error) => error.message)).to.equal('killed');
    const answers = [];
    for (const each of [slug, api().newSlug(), api().newSlug()])
      answers.push((await olivia.send('POST /v1/workspaces', { name: 'A', slug: each })).status);
    expect(answers).to.deep.equal([201, 201, 201]);
  });

  it('are changed by their managers; a freed slug is free', async () => {
    const olivia = await api().owner();
    api().play.subscribed.clear();
    const [before, after] = [olivia.slug, api().newSlug()];
    const logo = `${api().hosted}logo.png`;
    const changed = await olivia.send(`PATCH /v1/workspaces/${olivia.workspaceId}`, {
      name: 'New',
      slug: after,
      logo,
      settings: { require_approval: true },
    });
    expect(changed.body).to.include({ name: 'New', slug: after, logo, role: 'OWNER' });
    expect(changed.body.settings).to.include({ require_approval: true, approve_content: true });
    const again = await olivia.send(`PATCH /v1/workspaces/${olivia.workspaceId}`, {
      settings: { week_start_day: 'monday' },
      logo: null,
    });
    expect(again.body.settings).to.include({ require_approval: true, week_start_day: 'monday' });
    expect(again.body.logo).to.equal(null);
    const other = await api().owner('Otto');
    expect((await other.send(`PATCH /v1/workspaces/${other.workspaceId}`, { slug: after })).status).to.equal(409);
    expect((await other.send(`PATCH /v1/workspaces/${other.workspaceId}`, { slug: before })).status).to.equal(200);
    const beta = await olivia.send(`PATCH /v1/workspaces/${olivia.workspaceId}`, {
      settings: { platformBetaTester: true },
    });
    expect([beta.status, code(beta)]).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('do not exist for those who are not in them, and a malformed id is refused first', async () => {
    const [olivia, otto] = [await api().owner(), await api().owner('Otto')];
    for (const line of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await otto.send(`${line} /v1/workspaces/${olivia.workspaceId}`, line === 'PATCH' ? { name: 'X' } : undefined))
          .status,
      ).to.equal(404);
    expect((await otto.send(`GET /v1/workspaces/${freshId()}`)).status).to.equal(404);
    const malformed = await otto.send('GET /v1/workspaces/nonsense');
    expect([malformed.status, code(malformed)]).to.deep.equal([400, 'BAD_REQUEST']);
  });

  it('are deleted by their owner, when it is not the only one and nothing is paid for', async () => {
    const olivia = await api().owner();
    const only = await olivia.send(`DELETE /v1/workspaces/${olivia.workspaceId}`);
    expect([only.status, code(only)]).to.deep.equal([400, 'BAD_REQUEST']);
    const second = (await olivia.send('POST /v1/workspaces', { name: 'Second', slug: api().newSlug() })).body;
    api().play.subscribed.add(second.id);
    const paid = await olivia.send(`DELETE /v1/workspaces/${second.id}`);
    expect([paid.status, code(paid), paid.body.error.details.cancelUrl]).to.deep.equal([
      409,
      'ACTIVE_SUBSCRIPTION',
      '/v1/billing/cancel',
    ]);
    api().play.subscribed.clear();
    expect((await olivia.send(`DELETE /v1/workspaces/${second.id}`)).body).to.deep.equal({ success: true });
    expect((await olivia.send(`GET /v1/workspaces/${second.id}`)).status).to.equal(404);
    expect((await olivia.send('GET /v1/workspaces')).body.data).to.have.length(1);
    const reborn = await olivia.send('POST /v1/workspaces', { name: 'Third', slug: second.slug });
    expect(reborn.status).to.equal(201);
  });

  it('note a wish for deletion without deleting anything', async () => {
    const olivia = await api().owner();
    const line = `POST /v1/workspaces/${olivia.workspaceId}/deletion-requests`;
    expect((await olivia.send(line, { reason: 'too short' })).status).to.equal(400);
    expect((await olivia.send(line, { reason: 'We move elsewhere.' })).status).to.equal(201);
    expect((await olivia.send(line, {})).status).to.equal(201);
    expect((await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}`)).status).to.equal(200);
  });
});
