import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientDocument } from '../../../infra/composition/client-document.ts';
import { configFrom } from '../../../infra/composition/config.ts';

const env = { PUBLIC_URL: 'https://api.example.com', BLUESKY_REDIRECT_URIS: 'https://app.example.com/back' };
const path = '/oauth/bluesky/client-metadata.json';

describe('the client document Bluesky reads', () => {
  let server: Server | undefined;
  afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))));

  it('is published at the address that is the client id', async () => {
    const page = clientDocument(configFrom(env))[path];
    server = createServer((request, response) => void page?.(request, response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    expect(reply.headers.get('content-type')).to.equal('application/json');
    expect(await reply.json()).to.deep.include({
      client_id: `https://api.example.com${path}`,
      client_uri: 'https://api.example.com',
      redirect_uris: ['https://app.example.com/back'],
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'none',
    });
  });

  it('does not exist where another one is named, or where it would be empty', () => {
    expect(clientDocument(configFrom({ ...env, BLUESKY_CLIENT_ID: 'https://elsewhere.test/me.json' }))).to.deep.equal(
      {},
    );
    const silent = configFrom({ PUBLIC_URL: env.PUBLIC_URL, BLUESKY_CLIENT_ID: `${env.PUBLIC_URL}${path}` });
    expect(clientDocument(silent)).to.deep.equal({});
    expect(clientDocument(configFrom({}))).to.deep.equal({});
  });
});
