import { expect } from 'chai';
import { freshId, type Answer } from '../../support/edge.ts';
import { useWorkspaceApi } from '../../support/workspace-api.ts';

const outcome = ({ status, body }: Answer): unknown[] => [status, body?.error?.code];

describe('API keys over the API', () => {
  const api = useWorkspaceApi();
  const make = async (
    olivia: { workspaceId: string; send: (line: string, body?: unknown) => Promise<Answer> },
    more = {},
  ) =>
    (await olivia.send(`POST /v1/workspaces/${olivia.workspaceId}/api-keys`, { name: 'CI', scopes: ['*'], ...more }))
      .body.data;

  it('are returned once, work immediately, and are stored nowhere in the clear', async () => {
    const olivia = await api().owner();
    const key = await make(olivia, { scopes: ['workspaces:read'] });
    expect(key.key).to.match(/^svc_live_[0-9A-Za-z]{44}$/);
    expect(key).to.include({ name: 'CI', prefix: key.key.slice(0, 17), expiresAt: null, expirationStatus: 'active' });
    const used = await api().edge.send(`GET /v1/workspaces/${olivia.workspaceId}`, { token: key.key });
    expect(used.body).to.include({ id: olivia.workspaceId }).and.to.not.have.property('role');
    const { key: _secret, ...record } = key;
    const listed = await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}/api-keys`);
    expect(listed.body.data).to.deep.equal([record]);
    const { events } = await api().log.store.read(`apiKey-${key.id}`);
    const rows = await api().db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify([events.map(({ data }) => data), rows])).to.not.include(key.key.slice(17));
  });

  it('reach what their scopes name and their addresses allow', async () => {
    const olivia = await api().owner();
    const key = await make(olivia, { scopes: ['posts:read'] });
    const ask = (): Promise<Answer> => api().edge.send(`GET /v1/workspaces/${olivia.workspaceId}`, { token: key.key });
    expect(outcome(await ask())).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    const line = `PATCH /v1/workspaces/${olivia.workspaceId}/api-keys/${key.id}`;
    const changed = await olivia.send(line, { name: 'CD', scopes: ['workspaces:read'] });
    expect(changed.body.data).to.deep.include({ name: 'CD', scopes: ['workspaces:read'] });
    expect((await ask()).status).to.equal(200);
    await olivia.send(line, { allowedIps: ['203.0.113.0/24'] });
    expect(outcome(await ask())).to.deep.equal([403, 'FORBIDDEN']);
    await olivia.send(line, { allowedIps: ['127.0.0.0/8', '::1'] });
    expect((await ask()).status).to.equal(200);
    const other = await api().owner('Otto');
    expect((await api().edge.send(`GET /v1/workspaces/${other.workspaceId}`, { token: key.key })).status).to.equal(404);
  });

  it('are refused by the very next request after they were revoked', async () => {
    const olivia = await api().owner();
    const key = await make(olivia);
    const ask = (): Promise<Answer> => api().edge.send('GET /v1/workspaces', { token: key.key });
    expect((await ask()).body.data).to.have.length(1);
    const line = `DELETE /v1/workspaces/${olivia.workspaceId}/api-keys/${key.id}`;
    const revoked = await olivia.send(line);
    expect(revoked.body.success).to.equal(true);
    expect(revoked.body.data.revokedAt).to.be.a('string');
    expect(outcome(await ask())).to.deep.equal([401, 'AUTHENTICATION_ERROR']);
    expect((await olivia.send(line)).status).to.equal(200);
    const [listed] = (await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}/api-keys`)).body.data;
    expect(listed.revokedAt).to.equal(revoked.body.data.revokedAt);
  });

  it('are 25 at most, however they are asked for; a revoked one makes room', async () => {
    const olivia = await api().owner();
    const line = `POST /v1/workspaces/${olivia.workspaceId}/api-keys`;
    const body = { name: 'CI', scopes: ['*'] };
    const answers = await Promise.all(Array.from({ length: 27 }, () => olivia.send(line, body)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).to.have.length(25);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect(outcome(refused)).to.deep.equal([400, 'LIMIT_EXCEEDED']);
    await olivia.send(`DELETE /v1/workspaces/${olivia.workspaceId}/api-keys/${made[0]?.body.data.id}`);
    expect((await olivia.send(line, body)).status).to.equal(201);
    expect((await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}/api-keys`)).body.data).to.have.length(26);
  });

  it('expire, and are listed before they do', async () => {
    const olivia = await api().owner();
    const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    const [near, , far] = [
      await make(olivia, { name: 'near', expiresAt: inDays(3) }),
      await make(olivia, { name: 'never' }),
      await make(olivia, { name: 'far', expiresAt: inDays(30) }),
    ];
    expect(near).to.include({ expirationStatus: 'expiring_soon', daysUntilExpiration: 3 });
    expect(far).to.include({ expirationStatus: 'active', daysUntilExpiration: 30 });
    const names = async (query: string): Promise<string[]> => {
      const answer = await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}/api-keys/expiring${query}`);
      return answer.body.data.map(({ name }: { name: string }) => name);
    };
    expect(await names('')).to.deep.equal(['near']);
    expect(await names('?days=365')).to.deep.equal(['near', 'far']);
    expect((await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}/api-keys/expiring?days=366`)).status).to.equal(
      400,
    );
    api().play.clock = 4 * 86_400_000;
    try {
      expect(outcome(await api().edge.send('GET /v1/workspaces', { token: near.key }))).to.deep.equal([
        401,
        'AUTHENTICATION_ERROR',
      ]);
      expect((await api().edge.send('GET /v1/workspaces', { token: far.key })).status).to.equal(200);
    } finally {
      api().play.clock = 0;
    }
  });

  it('refuse wrong scopes, addresses and dates, and take no place for them', async () => {
    const olivia = await api().owner();
    const line = `POST /v1/workspaces/${olivia.workspaceId}/api-keys`;
    for (const wrong of [
      { scopes: [] },
      { scopes: ['*', 'posts:read'] },
      { scopes: ['posts:delete'] },
      { allowedIps: ['example.com'] },
      { allowedIps: ['10.0.0.0/33'] },
      { expiresAt: new Date(Date.now() - 1000).toISOString() },
      { expiresAt: 'tomorrow' },
      { name: '' },
      { name: 'x'.repeat(101) },
    ]) {
      const answer = await olivia.send(line, { name: 'CI', scopes: ['*'], ...wrong });
      expect(outcome(answer), JSON.stringify(wrong)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect((await api().log.store.read(`apiKeySlots-${olivia.workspaceId}`)).events).to.deep.equal([]);
  });

  it('are managed by the sessions of owner and administrators only', async () => {
    const olivia = await api().owner();
    const line = `/v1/workspaces/${olivia.workspaceId}/api-keys`;
    const body = { name: 'CI', scopes: ['*'] };
    const [adam, mia] = [await api().member(olivia, 'ADMIN'), await api().member(olivia, 'MEMBER')];
    const made = await adam.send(`POST ${line}`, body);
    expect(made.status).to.equal(201);
    expect(outcome(await mia.send(`POST ${line}`, body))).to.deep.equal([403, 'FORBIDDEN']);
    expect(outcome(await mia.send(`GET ${line}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(outcome(await mia.send(`DELETE ${line}/${made.body.data.id}`))).to.deep.equal([403, 'FORBIDDEN']);
    for (const each of [`POST ${line}`, `GET ${line}`, `DELETE ${line}/${made.body.data.id}`]) {
      const answer = await api().edge.send(each, {
        token: made.body.data.key,
        ...(each.startsWith('POST') ? { body } : {}),
      });
      expect(outcome(answer)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    }
    expect((await olivia.send(`PATCH ${line}/${freshId()}`, { name: 'X' })).status).to.equal(404);
    const other = await api().owner('Otto');
    const foreign = `/v1/workspaces/${other.workspaceId}/api-keys/${made.body.data.id}`;
    expect((await other.send(`DELETE ${foreign}`)).status).to.equal(404);
    expect((await other.send(`PATCH ${foreign}`, { name: 'X' })).status).to.equal(404);
  });
});
