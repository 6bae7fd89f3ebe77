import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { clientDocument, liveApps } from '../../../infra/composition/client-document.ts';
import { configFrom } from '../../../infra/composition/config.ts';
import { newClientKey } from '../../../infra/outside/platforms/bluesky/client-key.ts';
import { Keyring } from '../../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { useDatabase } from '../../support/postgres.ts';

const env = { PUBLIC_URL: 'https://api.example.com', BLUESKY_REDIRECT_URIS: 'https://app.example.com/back' };
const path = '/oauth/bluesky/client-metadata.json';

describe('the client document Bluesky reads', () => {
  let server: Server | undefined;
  afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))));

  const database = useDatabase();
  const keyring = new Keyring([['default', randomBytes(32)]]);
  const appsOf = (given: Readonly<Record<string, string>>) =>
    liveApps({ config: configFrom(given), database: database(), vault: new Vault(database(), keyring) });

  it('is published at the address that is the client id', async () => {
    const config = configFrom(env);
    const apps = await appsOf(env);
    const page = clientDocument(config, apps)[path];
    server = createServer((request, response) => void page?.(request, response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    expect(reply.headers.get('content-type')).to.equal('application/json');
    const { kid, x, y } = JSON.parse(apps.BLUESKY?.clientSecret ?? '') as Record<string, string>;
    expect(await reply.json()).to.deep.include({
      client_id: `https://api.example.com${path}`,
      client_uri: 'https://api.example.com',
      redirect_uris: ['https://app.example.com/back'],
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }] },
    });
  });

  it('names one key, which all nodes of an installation share', async () => {
    const [one, other] = await Promise.all([appsOf(env), appsOf(env)]);
    expect(one.BLUESKY?.clientSecret).to.contain('"kid"').and.to.equal(other.BLUESKY?.clientSecret);
  });

  it('does not exist where another one is named, or where it would be empty', async () => {
    const silent = { PUBLIC_URL: env.PUBLIC_URL, BLUESKY_CLIENT_ID: `${env.PUBLIC_URL}${path}` };
    for (const given of [{ ...env, BLUESKY_CLIENT_ID: 'https://elsewhere.test/me.json' }, silent, {}]) {
      const apps = await appsOf(given);
      expect(clientDocument(configFrom(given), apps)).to.deep.equal({});
      expect(apps.BLUESKY?.clientSecret ?? '').to.equal('');
    }
  });

  it('uses the key that the operator has for a client of their own', async () => {
    const key = await newClientKey();
    const given = { ...env, BLUESKY_CLIENT_ID: 'https://elsewhere.test/me.json', BLUESKY_CLIENT_SECRET: key };
    expect((await appsOf(given)).BLUESKY?.clientSecret).to.equal(key);
    expect(configFrom(given).warnings.join()).not.to.contain('BLUESKY');
  });
});
