import { expect } from 'chai';
import express from 'express';
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrCreateKeyFile } from '../../../../infra/stores/secrets/key-file.ts';
import { openLocalIssuer, type LocalIssuer } from '../../../../infra/edge/identity/local-issuer.ts';
import { dropExpiredRecords } from '../../../../infra/edge/identity/records.ts';
import { apiAudience, remoteSessions } from '../../../../infra/edge/identity/session.ts';
import { useDatabase } from '../../../support/postgres.ts';

const people = [
  { id: 'colivia', email: 'olivia@example.com', name: 'Olivia <script>' },
  { id: 'cadam', email: 'adam@example.com', name: null },
];
const redirectUri = 'http://127.0.0.1:9/callback';

/** Follows nothing by itself and keeps cookies by path. */
const browser = (origin: string) => {
  const jar = new Map<string, { value: string; path: string }>();
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, origin);
    const cookie = [...jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const path = attributes.find((each) => each.startsWith('path='))?.slice(5) ?? '/';
      if (value === '') jar.delete(name);
      else jar.set(name, { value, path });
    }
    return response;
  };
};

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });
const location = (response: Response): string => response.headers.get('location') ?? '';

describe('the local issuer, mounted at /oidc', () => {
  const database = useDatabase();
  let folder: string;
  let server: Server;
  let origin: string;
  let issuer: LocalIssuer;
  const open = (): Promise<LocalIssuer> =>
    openLocalIssuer({
      issuer: `${origin}/oidc`,
      database: database(),
      keepKeys: (create) => readOrCreateKeyFile(join(folder, 'identity-keys.json'), create),
      users: {
        find: (id) => Promise.resolve(people.find((each) => each.id === id)),
        list: () => Promise.resolve(people),
      },
      clients: [{ id: 'console', redirectUris: [redirectUri] }],
    });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'issuer-'));
    const app = express();
    app.use('/oidc', (request, response, next) => {
      issuer.handle(request, response).catch(next);
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    issuer = await open();
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const verifier = randomBytes(32).toString('base64url');
  const authorization = (over: Record<string, string> = {}): string => {
    const fields = new URLSearchParams({
      client_id: 'console',
      response_type: 'code',
      redirect_uri: redirectUri,
      state: 's1',
      scope: 'openid email profile',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...over,
    });
    return `/oidc/auth?${fields.toString()}`;
  };
  const toSignIn = async (go: ReturnType<typeof browser>): Promise<string> => {
    const page = location(await go(authorization()));
    expect(page).to.match(/\/oidc\/interaction\/[A-Za-z0-9_-]+$/);
    return page;
  };
  const code = async (user = 'colivia'): Promise<string> => {
    const go = browser(origin);
    const chosen = await go(await toSignIn(go), form({ user }));
    const back = location(await go(location(chosen)));
    expect(back).to.match(/^http:\/\/127\.0\.0\.1:9\/callback\?/);
    expect(new URL(back).searchParams.get('state')).to.equal('s1');
    return new URL(back).searchParams.get('code') ?? '';
  };
  const token = async (fields: Record<string, string>) => {
    const response = await fetch(`${origin}/oidc/token`, form({ client_id: 'console', ...fields }));
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const exchange = (given: string, over: Record<string, string> = {}) =>
    token({
      grant_type: 'authorization_code',
      code: given,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...over,
    });
  const refresh = (refreshToken: string | undefined) =>
    token({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '' });

  it('tells discovery and keys, by which others can verify a minted session', async () => {
    const discovery = await (await fetch(`${origin}/oidc/.well-known/openid-configuration`)).json();
    expect(discovery).to.include({ issuer: `${origin}/oidc`, jwks_uri: `${origin}/oidc/jwks` });
    const verify = remoteSessions({ issuer: `${origin}/oidc`, audience: [apiAudience] });
    const minted = await issuer.mintSession({ id: 'colivia', email: 'olivia@example.com' });
    expect(await verify(minted)).to.include({ subject: 'colivia', email: 'olivia@example.com' });
    const keys = await fetch(`${origin}/oidc/jwks`);
    expect(await keys.text())
      .to.include('"kid"')
      .and.to.not.include('"d"');
  });

  it('signs a person in by code and PKCE, for an hour, and on by refresh token', async () => {
    const first = await exchange(await code());
    expect(first.status).to.equal(200);
    expect(first.body).to.include({ token_type: 'Bearer', expires_in: 3600 });
    const session = {
      issuer: `${origin}/oidc`,
      subject: 'colivia',
      email: 'olivia@example.com',
      name: 'Olivia <script>',
      emailVerified: false,
    };
    expect(await issuer.verifySession(first.body['access_token'] ?? '')).to.deep.equal(session);
    expect(await issuer.verifySession(first.body['id_token'] ?? '')).to.include({ subject: 'colivia' });
    const next = await refresh(first.body['refresh_token']);
    expect(await issuer.verifySession(next.body['access_token'] ?? '')).to.deep.equal(session);
  });

  it('keeps a refresh token over a restart for 30 days, and by hash only', async () => {
    const { body } = await exchange(await code('cadam'));
    const { rows } = await sql<{ text: string; days: number }>`
      select identity_record::text as text, extract(epoch from expires_at - now())::float / 86400 as days
      from identity_record where model = 'RefreshToken'`.execute(database().kysely);
    expect(rows.map(({ text }) => text).join()).to.not.include(body['refresh_token']);
    expect(Math.max(...rows.map(({ days }) => days))).to.be.within(29.9, 30);
    issuer = await open();
    const next = await refresh(body['refresh_token']);
    const session = await issuer.verifySession(next.body['access_token'] ?? '');
    expect(session).to.include({ subject: 'cadam', name: undefined });
  });

  it('takes a code once, and a spent refresh token ends the whole grant', async () => {
    const given = await code();
    const { body } = await exchange(given);
    const next = await refresh(body['refresh_token']);
    expect(next.status).to.equal(200);
    expect((await refresh(body['refresh_token'])).body['error']).to.equal('invalid_grant');
    expect((await refresh(next.body['refresh_token'])).body['error']).to.equal('invalid_grant');
    expect((await exchange(given)).body['error']).to.equal('invalid_grant');
  });

  it('refuses another verifier, no PKCE, and a foreign redirect', async () => {
    expect((await exchange(await code(), { code_verifier: 'x'.repeat(43) })).status).to.equal(400);
    const bare = await browser(origin)(authorization({ code_challenge: '', code_challenge_method: '' }));
    expect(location(bare)).to.include('error=invalid_request');
    const elsewhere = await browser(origin)(authorization({ redirect_uri: 'https://evil.example/' }));
    expect(elsewhere.status).to.equal(400);
    expect(elsewhere.headers.get('content-security-policy')).to.include("default-src 'none'");
  });

  it('asks for the person on a page without scripts, and accepts no unknown one', async () => {
    const go = browser(origin);
    const page = await toSignIn(go);
    const view = await go(page);
    const html = await view.text();
    expect(html).to.include('adam@example.com').and.to.include('Olivia &#60;script&#62;');
    expect(html).to.not.include('<script>');
    expect(view.headers.get('content-security-policy')).to.include("frame-ancestors 'none'");
    expect((await go(page, form({ user: 'cnobody' }))).status).to.equal(400);
    expect((await browser(origin)(page, form({ user: 'colivia' }))).status, 'another browser').to.equal(400);
  });

  it('drops what has expired', async () => {
    await exchange(await code());
    const expire = sql`update identity_record set expires_at = now() - interval '1 second' where model = 'RefreshToken'`;
    await expire.execute(database().kysely);
    await dropExpiredRecords(database());
    const { rows } = await sql`select 1 from identity_record where model = 'RefreshToken'`.execute(database().kysely);
    expect(rows).to.deep.equal([]);
  });
});
