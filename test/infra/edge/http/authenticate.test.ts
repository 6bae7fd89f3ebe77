import { expect } from 'chai';
import { z } from 'zod';
import { Id } from '../../../../read-api/contract/fields.ts';
import { readEndpoint } from '../../../../read-api/kernel/endpoint.ts';
import { freshId, startEdge } from '../../../support/edge.ts';
import { listNotes } from '../../../support/note.ts';

const whoAmI = readEndpoint({
  method: 'GET',
  path: '/v1/accounts',
  id: 'whoAmI',
  summary: 'The caller as the edge established it',
  reply: z.unknown(),
  run: (_asked, { caller }) => Promise.resolve({ body: caller }),
});
const getWorkspace = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id',
  id: 'getWorkspace',
  summary: 'A workspace',
  params: z.object({ id: Id }),
  reply: z.unknown(),
  run: (_asked, { caller }) => Promise.resolve({ body: caller }),
});
const listWorkspaces = readEndpoint({ ...whoAmI, path: '/v1/workspaces', id: 'listWorkspaces' });
const getMe = readEndpoint({ ...whoAmI, path: '/v1/users/me', id: 'getMe', access: 'session' });
const getInvitation = readEndpoint({
  ...whoAmI,
  path: '/v1/invitations/:token',
  id: 'getInvitation',
  params: z.object({ token: z.string() }),
});

describe('authentication', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  const testNow = Date.parse('2030-01-01T00:00:00Z');
  before(async () => {
    const reads = [whoAmI, getWorkspace, listWorkspaces, getMe, getInvitation, listNotes];
    edge = await startEdge({ reads, ports: { clock: (mode) => (mode === 'test' ? testNow : Date.now()) } });
  });
  after(() => edge.stop());

  it('refuses what is absent, malformed, of another scheme or unknown, without counting it', async () => {
    const unknown = `svc_test_${'a'.repeat(44)}`;
    for (const authorization of [undefined, 'Bearer', 'Bearer x', 'Basic dTpw', `Bearer ${unknown}`, 'Bearer a.b.c']) {
      const { status, body, headers } = await edge.send('GET /v1/accounts', {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([status, body.error.code], authorization).to.deep.equal([401, 'AUTHENTICATION_ERROR']);
      expect(headers.get('www-authenticate')).to.equal('Bearer');
      expect(headers.has('x-ratelimit-limit')).to.equal(false);
    }
  });

  it('says what is wrong with a credential, and of a whole key that is not known the same for every workspace', async () => {
    const saidOf = async (authorization: string | undefined) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const { body } = await edge.send('GET /v1/accounts', { headers });
      return [body.error.details.reason, body.error.message] as const;
    };
    const expiresAt = '2029-12-31T23:59:59.000Z';
    const expired = edge.credentials.addKey({ mode: 'test', expiresAt });
    const revoked = edge.credentials.addKey({ revokedAt: '2026-01-01T00:00:00.000Z' });
    const malformed = ['Bearer', 'Bearer svc_test_short', 'Basic dTpw'];
    const said = new Map([
      ['missing', await saidOf(undefined)],
      ['unknown', await saidOf(`Bearer svc_test_${'a'.repeat(44)}`)],
      ['expired', await saidOf(`Bearer ${expired.secret}`)],
      ['revoked', await saidOf(`Bearer ${revoked.secret}`)],
    ]);
    for (const header of malformed) {
      const [reason, message] = await saidOf(header);
      expect(reason, header).to.equal('malformed');
      expect(message).not.to.contain('short').and.not.to.contain('dTpw');
      said.set('malformed', [reason, message]);
    }
    for (const [reason, [given]] of said) expect(given).to.equal(reason);
    expect(new Set([...said.values()].map(([, message]) => message)).size).to.equal(5);
    expect(said.get('expired')?.[1]).to.contain(expiresAt);
    expect(await saidOf(`Bearer svc_live_${'b'.repeat(44)}`)).to.deep.equal(said.get('unknown'));
  });

  it('takes an API key for its workspace', async () => {
    const key = edge.credentials.addKey({ scopes: ['accounts:read'], plan: 'pro' });
    const { body } = await edge.send('GET /v1/accounts', { token: key.secret });
    expect(body).to.deep.equal({
      kind: 'api_key',
      workspaceId: key.workspaceId,
      mode: 'test',
      plan: 'pro',
      userId: key.createdBy,
      keyId: key.keyId,
      scopes: ['accounts:read'],
      canApprove: false,
      address: '127.0.0.1',
    });
  });

  it('refuses revoked keys, and expired ones by the clock of their workspace', async () => {
    const expiresAt = '2029-12-31T23:59:59.000Z';
    const revoked = edge.credentials.addKey({ revokedAt: '2026-01-01T00:00:00.000Z' });
    const expired = edge.credentials.addKey({ mode: 'test', expiresAt });
    const valid = edge.credentials.addKey({ mode: 'live', expiresAt });
    for (const { secret } of [revoked, expired]) {
      const { status, body } = await edge.send('GET /v1/accounts', { token: secret });
      expect([status, body.error.code]).to.deep.equal([401, 'AUTHENTICATION_ERROR']);
    }
    expect((await edge.send('GET /v1/accounts', { token: valid.secret })).status).to.equal(200);
  });

  it('keeps to the addresses a key is allowed from', async () => {
    const elsewhere = edge.credentials.addKey({ allowedIps: ['203.0.113.0/24', '2001:db8::1'] });
    const here = edge.credentials.addKey({ allowedIps: ['203.0.113.0/24', '127.0.0.0/8'] });
    const refused = await edge.send('GET /v1/accounts', { token: elsewhere.secret });
    expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'FORBIDDEN']);
    const forged = { 'x-forwarded-for': '203.0.113.7' };
    expect((await edge.send('GET /v1/accounts', { token: elsewhere.secret, headers: forged })).status).to.equal(403);
    expect((await edge.send('GET /v1/accounts', { token: here.secret })).status).to.equal(200);
  });

  it('lets a session act in the first workspace, the one named in the header, or the one in the path', async () => {
    const [first, second] = [freshId(), freshId()];
    const { token, userId } = edge.credentials.addPerson(first, second);
    const plain = await edge.send('GET /v1/accounts', { token });
    expect(plain.body).to.include({ kind: 'session', workspaceId: first, userId, role: 'OWNER' });
    const headers = { 'x-workspace-id': second };
    expect((await edge.send('GET /v1/accounts', { token, headers })).body.workspaceId).to.equal(second);
    const inPath = await edge.send(`GET /v1/workspaces/${first}`, { token, headers });
    expect(inPath.body.workspaceId).to.equal(first);
  });

  it('knows no workspace the caller does not belong to', async () => {
    const own = freshId();
    const { token } = edge.credentials.addPerson(own);
    const foreign = freshId();
    const { secret } = edge.credentials.addKey();
    for (const asked of [
      await edge.send('GET /v1/accounts', { token, headers: { 'x-workspace-id': foreign } }),
      await edge.send(`GET /v1/workspaces/${foreign}`, { token }),
      await edge.send(`GET /v1/workspaces/${own}`, { token: secret }),
    ]) {
      expect([asked.status, asked.body.error.code]).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await edge.send('GET /v1/workspaces/42', { token })).status).to.equal(400);
    expect((await edge.send('GET /v1/accounts', { token, headers: { 'x-workspace-id': '42' } })).status).to.equal(400);
  });

  it('knows a workspace of others however its id is encoded in the path', async () => {
    const own = freshId();
    const { token } = edge.credentials.addPerson(own);
    const foreign = freshId().replace('c', '%63');
    const { status, body } = await edge.send(`GET /v1/workspaces/${foreign}`, { token });
    expect([status, body.error?.code]).to.deep.equal([404, 'NOT_FOUND']);
    const { body: mine } = await edge.send(`GET /v1/workspaces/${own.replace('c', '%63')}`, { token });
    expect(mine.workspaceId).to.equal(own);
  });

  it('lets a person without any workspace see themselves and found one, and nothing else', async () => {
    const { token } = edge.credentials.addPerson();
    expect((await edge.send('GET /v1/users/me', { token })).status).to.equal(200);
    expect((await edge.send('GET /v1/workspaces', { token })).status).to.equal(200);
    const { status, body } = await edge.send('GET /v1/accounts', { token });
    expect([status, body.error.code]).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('asks for a session where a key will not do, the wildcard included', async () => {
    const { secret } = edge.credentials.addKey();
    const { status, body } = await edge.send('GET /v1/users/me', { token: secret });
    expect([status, body.error.code]).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
  });

  it('needs no credentials on a public path', async () => {
    const { status, body, headers } = await edge.send('GET /v1/invitations/abc');
    expect(status).to.equal(200);
    expect(body).to.include({ workspaceId: '' });
    expect(headers.has('x-ratelimit-limit')).to.equal(false);
  });

  it('believes X-Forwarded-For only from the configured proxies', async () => {
    const behind = await startEdge({ reads: [whoAmI], trustProxy: '127.0.0.1' });
    try {
      const { secret } = behind.credentials.addKey({ allowedIps: ['203.0.113.7'] });
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
      const { status, body } = await behind.send('GET /v1/accounts', { token: secret, headers });
      expect([status, body.address]).to.deep.equal([200, '203.0.113.7']);
      const ownHeader = { 'x-forwarded-for': '203.0.113.7, 198.51.100.1' };
      expect((await behind.send('GET /v1/accounts', { token: secret, headers: ownHeader })).status).to.equal(403);
    } finally {
      await behind.stop();
    }
  });
});
