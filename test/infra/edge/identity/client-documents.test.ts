import { expect } from 'chai';
import express from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLocalIssuer, type LocalIssuer } from '../../../../infra/edge/identity/local-issuer.ts';
import { documentLimit } from '../../../../infra/edge/mcp/document-limit.ts';
import { useDatabase } from '../../../support/postgres.ts';

const clientId = 'https://chat.example/client.json';
const redirectUri = 'https://chat.example/callback';
const described = { client_id: clientId, client_name: 'Chat', redirect_uris: [redirectUri] };

describe('a program whose client id is the address of its document', () => {
  const database = useDatabase();
  let server: Server;
  let origin: string;
  let issuer: LocalIssuer;
  let documents: Record<string, string>;
  let read: string[];
  before(async () => {
    const app = express();
    app.use('/oidc', (request, response, next) => {
      issuer.handle(request, response).catch(next);
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    documents = {};
    read = [];
    issuer = await openLocalIssuer({
      issuer: `${origin}/oidc`,
      database: database(),
      keepKeys: (create) => create(),
      users: { find: () => Promise.resolve(undefined), list: () => Promise.resolve([]) },
      clients: [{ id: 'console', redirectUris: ['http://127.0.0.1:9/callback'] }],
      applications: {
        resource: `${origin}/mcp`,
        scopes: ['posts:read'],
        newId: () => 'connection',
        workspacesOf: () => Promise.resolve([]),
        connect: () => Promise.resolve(),
        isConnected: () => Promise.resolve(false),
        documents: {
          mayRead: documentLimit(),
          read: (url) => {
            read.push(url);
            const text = documents[url];
            return text === undefined ? Promise.reject(new Error('blocked')) : Promise.resolve(text);
          },
        },
      },
    });
  });

  const asks = (over: Record<string, string> = {}) => {
    const fields = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state: 's',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...over,
    };
    return fetch(`${origin}/oidc/auth?${new URLSearchParams(fields)}`, { redirect: 'manual' });
  };
  const outcome = async (over: Record<string, string> = {}): Promise<string> => {
    const { status, headers } = await asks(over);
    const to = headers.get('location');
    return to === null ? String(status) : to.includes('/oidc/interaction/') ? 'asks the person' : to;
  };

  it('is announced', async () => {
    const metadata = (await (await fetch(`${origin}/oidc/.well-known/openid-configuration`)).json()) as object;
    expect(metadata).to.include({ client_id_metadata_document_supported: true });
  });

  it('asks the person, by a document that is read once', async () => {
    documents[clientId] = JSON.stringify(described);
    expect(await outcome()).to.equal('asks the person');
    expect(await outcome()).to.equal('asks the person');
    expect(read).to.deep.equal([clientId]);
    expect(await outcome({ redirect_uri: 'https://evil.example/' })).to.equal('400');
  });

  it('is refused where its document is not answered, is of another, or has a secret', async () => {
    expect(await outcome()).to.equal('400');
    const wrong = {
      'https://chat.example/other.json': described,
      'https://chat.example/secret.json': { token_endpoint_auth_method: 'client_secret_basic' },
      'https://chat.example/plain.json': { redirect_uris: ['http://chat.example/callback'] },
      'https://chat.example/app.json': { redirect_uris: ['chat://callback'], application_type: 'native' },
      'https://chat.example/long.json': { client_name: 'x'.repeat(6_000) },
    };
    for (const [id, over] of Object.entries(wrong)) {
      const [redirect = redirectUri] = 'redirect_uris' in over ? over.redirect_uris : [];
      documents[id] = JSON.stringify({ ...described, client_id: id, ...over });
      expect(await outcome({ client_id: id, redirect_uri: redirect }), id).to.equal('400');
    }
    expect(new Set(read).size).to.equal(6);
  });

  it('is refused without a request where the address is not HTTPS', async () => {
    expect(await outcome({ client_id: 'http://chat.example/client.json' })).to.equal('400');
    expect(await outcome({ client_id: 'https://user@chat.example/client.json' })).to.equal('400');
    expect(read).to.deep.equal([]);
  });

  it('has its document read a bounded number of times for one address', async () => {
    for (let at = 0; at < 65; at++) await asks({ client_id: `https://chat.example/${at}` });
    expect(read).to.have.length(60);
  });
});
