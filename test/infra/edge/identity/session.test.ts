import { expect } from 'chai';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  apiAudience,
  IdentityUnavailable,
  localSessions,
  remoteSessions,
  sessionMint,
} from '../../../../infra/edge/identity/session.ts';
import { readOrCreateKeyFile } from '../../../../infra/stores/secrets/key-file.ts';
import { loadSigningKeys, type KeepOnce, type SigningKeys } from '../../../../infra/edge/identity/signing-key.ts';

const issuer = 'http://127.0.0.1:3000/oidc';
const olivia = { id: 'cuser', email: 'olivia@example.com', name: 'Olivia' };
const soon = (): number => Math.floor(Date.now() / 1000) + 60;

describe('sessions of the local issuer', () => {
  let folder: string;
  let keys: SigningKeys;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'identity-'));
    keys = await loadSigningKeys(keep);
  });
  after(() => rm(folder, { recursive: true }));
  const keep: KeepOnce = (create) => readOrCreateKeyFile(join(folder, 'identity-keys.json'), create);
  const verify = (token: string) => localSessions(issuer, keys, ['console'])(token);
  const signed = (claims: JWTPayload, header: { kid?: string } = {}): Promise<string> =>
    new SignJWT({ sub: 'cuser', iss: issuer, aud: apiAudience, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: keys.currentId, ...header })
      .sign(keys.current);

  it('are minted for an hour and tell who it is', async () => {
    const token = await sessionMint(issuer, keys)(olivia);
    expect(await verify(token)).to.deep.equal({
      issuer,
      subject: 'cuser',
      email: 'olivia@example.com',
      emailVerified: false,
      name: 'Olivia',
    });
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    expect((exp ?? 0) - (iat ?? 0)).to.equal(3600);
  });

  it('are good at every node of the installation, whatever address signed them', async () => {
    const token = await sessionMint('http://10.0.0.2:3000/oidc', keys)(olivia);
    expect(await verify(token)).to.include({ issuer, subject: 'cuser' });
  });

  it('hold over a restart, by keys only their owner may read', async () => {
    const token = await sessionMint(issuer, keys)(olivia);
    const again = await loadSigningKeys(keep);
    expect(await localSessions(issuer, again, [])(token)).to.include({ subject: 'cuser' });
    expect((await stat(join(folder, 'identity-keys.json'))).mode & 0o777).to.equal(0o600);
    expect(JSON.stringify(again.publicJwks)).to.not.include('"d"');
  });

  it('are access tokens for this API and ID tokens for its own clients', async () => {
    expect(await verify(await signed({ exp: soon(), aud: 'console' }))).to.include({ subject: 'cuser' });
    expect(await verify(await signed({ exp: soon(), aud: 'other' }))).to.equal(undefined);
  });

  it('are nothing when expired, from elsewhere, or incomplete', async () => {
    for (const [what, token] of [
      ['expired', await signed({ exp: soon() - 120 })],
      ['without end', await signed({})],
      ['another issuer', await signed({ exp: soon(), iss: 'http://127.0.0.1:3001/realms/oidc' })],
      ['no issuer', await signed({ exp: soon(), iss: '' })],
      ['nobody', await signed({ exp: soon(), sub: '' })],
      ['not yet', await signed({ exp: soon(), nbf: soon() - 10 })],
      ['unknown key', await signed({ exp: soon() }, { kid: 'other' })],
      ['no token', 'nonsense'],
      ['empty parts', '..'],
    ] as const)
      expect(await verify(token), what).to.equal(undefined);
  });

  it('are nothing when tampered with, unsigned, or signed with what is public', async () => {
    const token = await sessionMint(issuer, keys)(olivia);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const original = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
    const forged = Buffer.from(JSON.stringify({ ...original, sub: 'cadmin' })).toString('base64url');
    expect(await verify(`${header}.${forged}.${signature}`)).to.equal(undefined);
    const claims = { sub: 'cuser', iss: issuer, aud: apiAudience, exp: soon() };
    expect(await verify(new UnsecuredJWT(claims).encode())).to.equal(undefined);
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: keys.currentId })
      .sign(Buffer.from(await exportSPKI(publicKey)));
    expect(await verify(hmac)).to.equal(undefined);
    const stranger = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: keys.currentId })
      .sign(privateKey);
    expect(await verify(stranger)).to.equal(undefined);
  });
});

describe('sessions of a foreign provider', () => {
  const discovery = '/realm/.well-known/openid-configuration';
  let server: Server;
  let foreign: string;
  let answers: Record<string, unknown>;
  let asked: string[];
  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const body = answers[request.url ?? ''];
      response.writeHead(body === undefined ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    foreign = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const pair = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }, kid };
  };
  const publish = (...keys: unknown[]): void => {
    asked = [];
    answers = { [discovery]: { issuer: foreign, jwks_uri: `${foreign}/keys` }, '/realm/keys': { keys } };
  };
  const token = ({ privateKey, kid }: Awaited<ReturnType<typeof pair>>, claims: JWTPayload = {}): Promise<string> =>
    new SignJWT({ email: 'o@example.com', iss: foreign, aud: 'api', sub: 'idp|7', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setExpirationTime('5m')
      .sign(privateKey);
  const failure = (run: Promise<unknown>): Promise<unknown> => run.catch((error: unknown) => error);

  it('are verified by the keys discovery leads to, which are fetched once', async () => {
    const key = await pair('one');
    publish(key.jwk);
    const verify = remoteSessions({ issuer: foreign, audience: ['api'] });
    expect(await verify(await token(key))).to.deep.equal({
      issuer: foreign,
      subject: 'idp|7',
      email: 'o@example.com',
      emailVerified: false,
      name: undefined,
    });
    expect(await verify(await token(key))).to.include({ subject: 'idp|7' });
    expect(await verify(await token(key, { aud: 'other' }))).to.equal(undefined);
    expect(await verify(await token(await pair('one')))).to.equal(undefined);
    expect(asked).to.deep.equal([discovery, '/realm/keys']);
  });

  it('cannot be judged while the provider is away, and can when it is back', async () => {
    const key = await pair('one');
    publish(key.jwk);
    const present = answers;
    const verify = remoteSessions({ issuer: foreign, audience: ['api'] });
    const given = await token(key);
    answers = {};
    expect(await failure(verify(given))).to.be.instanceOf(IdentityUnavailable);
    answers = { [discovery]: present[discovery] };
    expect(await failure(verify(given))).to.be.instanceOf(IdentityUnavailable);
    answers = present;
    expect(await verify(given)).to.include({ subject: 'idp|7' });
  });

  it('are not believed when discovery speaks for another issuer', async () => {
    const key = await pair('one');
    publish(key.jwk);
    answers[discovery] = { issuer: 'https://evil.example', jwks_uri: `${foreign}/keys` };
    const verify = remoteSessions({ issuer: foreign, audience: ['api'] });
    expect(await failure(verify(await token(key)))).to.be.instanceOf(IdentityUnavailable);
  });

  it('have a verified address where the provider says so, in a value or in a word', async () => {
    const key = await pair('one');
    publish(key.jwk);
    const strict = remoteSessions({ issuer: foreign, audience: ['api'] });
    const lenient = remoteSessions({ issuer: foreign, audience: ['api'], emailVerifiedByDefault: true });
    const verified = async (claims: JWTPayload) => {
      const given = await token(key, claims);
      return [(await strict(given))?.emailVerified, (await lenient(given))?.emailVerified];
    };
    expect(await verified({ email_verified: true })).to.deep.equal([true, true]);
    expect(await verified({ email_verified: 'true' })).to.deep.equal([true, true]);
    expect(await verified({})).to.deep.equal([false, true]);
    expect(await verified({ email_verified: false })).to.deep.equal([false, false]);
    expect(await verified({ email_verified: 'false' })).to.deep.equal([false, false]);
  });

  it('are not believed when discovery names keys that travel without https', async () => {
    const key = await pair('one');
    publish(key.jwk);
    answers[discovery] = { issuer: foreign, jwks_uri: 'http://keys.example/realm/keys' };
    const verify = remoteSessions({ issuer: foreign, audience: ['api'] });
    const refused = await failure(verify(await token(key)));
    expect(refused).to.be.instanceOf(IdentityUnavailable);
    expect(String((refused as Error).cause)).to.contain('without https');
  });

  it('need to know whose tokens are meant', () => {
    expect(() => remoteSessions({ issuer: foreign, audience: [] })).to.throw(/OIDC_AUDIENCE/);
  });
});
