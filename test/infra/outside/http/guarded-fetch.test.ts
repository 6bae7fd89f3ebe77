import { expect } from 'chai';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { rangesFrom } from '../../../../infra/outside/network/address-ranges.ts';
import { guardedFetch, type GuardedFetch } from '../../../../infra/outside/http/guarded-fetch.ts';
import { mastodonConnector } from '../../../../infra/outside/platforms/mastodon/connector.ts';
import { realHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp, type PlatformHttp, type PlatformRequest } from '../../../../infra/outside/platforms/http.ts';
import { rawUpload } from '../../../../infra/outside/platforms/upload.ts';
import { selfSigned } from '../../../support/certificate.ts';
import { platformErrorOf } from '../platforms/memory-run.ts';
import { sampleFile } from '../platforms/sample-media.ts';

const loopback = rangesFrom('127.0.0.0/8');

describe('calls to platforms on servers people name', () => {
  const { key, cert } = selfSigned(['localhost', '127.0.0.1', 'social.test']);
  const seen: { line: string; bytes: number; headers: Record<string, unknown> }[] = [];
  let connections = 0;
  let server: Server;
  let port: number;
  const open: GuardedFetch[] = [];

  before(async () => {
    server = createServer({ key, cert }, (request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => (bytes += piece.length));
      request.on('end', () => {
        seen.push({ line: `${request.method} ${request.url}`, bytes, headers: request.headers });
        if (request.url === '/moved') response.writeHead(307, { location: 'https://10.0.0.1/' }).end();
        else response.writeHead(200, { 'content-type': 'application/json', 'x-say': 'yes' }).end('{"ok":true}');
      });
    }).listen(0, '127.0.0.1');
    server.on('connection', (_socket: Socket) => (connections += 1));
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    seen.length = 0;
    connections = 0;
  });
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const http = (exempt = '', resolve?: (host: string) => Promise<LookupAddress[]>): PlatformHttp => {
    const made = guardedFetch({ exempt: rangesFrom(exempt), ca: cert, ...(resolve && { resolve }) });
    open.push(made);
    return platformHttp({ fetch: made.fetch });
  };
  const resolvingTo =
    (...addresses: string[]) =>
    async (): Promise<LookupAddress[]> =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const post = (url: string, more: Partial<PlatformRequest> = {}): PlatformRequest => ({
    method: 'POST',
    url,
    json: { status: 'hello' },
    headers: { authorization: 'Bearer secret' },
    effect: 'send',
    ...more,
  });

  const refusedBeforeAnythingLeft = async (call: Promise<unknown>, what: string): Promise<void> => {
    const error = await platformErrorOf(call);
    expect([error.kind, error.platformCode], what).to.deep.equal(['not_stored', 'BLOCKED_ADDRESS']);
    expect([connections, seen.length], what).to.deep.equal([0, 0]);
  };

  it('refuses literal addresses that are not public, in any spelling, also for a send', async () => {
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '10.1.2.3', '192.168.0.1', '169.254.169.254', '[::1]'];
    for (const host of [...hosts, '[::ffff:127.0.0.1]', '[fd00::1]', '[64:ff9b::7f00:1]', '0.0.0.0'])
      await refusedBeforeAnythingLeft(http().call(post(`https://${host}:${port}/api/v1/statuses`)), host);
  });

  it('refuses names that resolve to an address that is not public, also beside public ones', async () => {
    for (const addresses of [['127.0.0.1'], ['10.0.0.7'], ['::1'], ['93.184.216.34', '127.0.0.1'], ['fe80::1']]) {
      const call = http('', resolvingTo(...addresses)).call(post(`https://social.test:${port}/`));
      await refusedBeforeAnythingLeft(call, addresses.join());
    }
    await refusedBeforeAnythingLeft(http().call(post(`https://localhost:${port}/`)), 'localhost, by the system');
  });

  it('judges each connection separately: a name that turns private after its first answer is refused', async () => {
    let asked = 0;
    const resolve = async () => (await resolvingTo(asked++ === 0 ? '127.0.0.1' : '10.0.0.1')()).slice();
    const guarded = http('127.0.0.0/8', resolve);
    expect((await guarded.call(post(`https://social.test:${port}/`))).json).to.deep.equal({ ok: true });
    server.closeAllConnections();
    const error = await platformErrorOf(guarded.call(post(`https://social.test:${port}/`, { effect: 'read' })));
    expect(error.platformCode).to.equal('BLOCKED_ADDRESS');
    expect(seen).to.have.length(1);
  });

  it('speaks no plain HTTP', async () => {
    await refusedBeforeAnythingLeft(http('127.0.0.0/8').call(post(`http://127.0.0.1:${port}/`)), 'http');
  });

  it('reaches exempt ranges: bodies, headers and uploads arrive, redirects are not followed', async () => {
    const guarded = http('127.0.0.0/8', resolvingTo('127.0.0.1'));
    const at = (path: string) => `https://social.test:${port}${path}`;
    const reply = await guarded.call(post(at('/api/v1/statuses'), { query: { a: 1 } }));
    expect([reply.status, reply.headers.get('x-say'), reply.json]).to.deep.equal([200, 'yes', { ok: true }]);
    const upload = rawUpload(sampleFile('image/jpeg', 200_000));
    await guarded.call({ method: 'PUT', url: at('/media'), upload, effect: 'step' });
    expect((await platformErrorOf(guarded.call({ method: 'GET', url: at('/moved'), effect: 'read' }))).kind).to.equal(
      'refused',
    );
    expect(seen.map(({ line }) => line)).to.deep.equal(['POST /api/v1/statuses?a=1', 'PUT /media', 'GET /moved']);
    expect(seen[0]?.headers).to.include({ authorization: 'Bearer secret', 'content-type': 'application/json' });
    expect(seen[1]).to.deep.include({ bytes: 200_000 });
    expect(seen[1]?.headers).to.include({ 'content-length': '200000' }).and.not.have.property('transfer-encoding');
  });

  it('asks an instance somebody named nothing when its name leads into our network', async () => {
    const tools = { http: http('', resolvingTo('127.0.0.1')), hosts: realHosts(), apps: {} };
    const authorizing = mastodonConnector(tools).authorizationUrl({
      redirectUri: 'https://app.example.com/back',
      state: 'state',
      codeVerifier: 'v'.repeat(43),
      instanceUrl: 'https://social.test',
    });
    await refusedBeforeAnythingLeft(authorizing, 'mastodon');
  });

  it('ends its connections when it is closed', async () => {
    const made = guardedFetch({ exempt: loopback, ca: cert });
    const init = { method: 'GET', redirect: 'manual', signal: AbortSignal.timeout(5_000), headers: {} } as const;
    expect((await made.fetch(`https://127.0.0.1:${port}/`, init)).status).to.equal(200);
    await made.close();
    const error = await made.fetch(`https://127.0.0.1:${port}/`, init).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
  });
});
