import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rangesFrom } from '../../../../infra/outside/network/address-ranges.ts';
import type { Resolve } from '../../../../infra/outside/http/guarded-agent.ts';
import { createSafeDownload, DownloadFailed, type SafeDownload } from '../../../../infra/outside/http/safe-download.ts';
import { createSafeFetch, keptBodyBytes, type SafeFetch } from '../../../../infra/outside/http/safe-fetch.ts';
import { selfSigned } from '../../../support/certificate.ts';

const loopback = rangesFrom('127.0.0.0/8');

describe('outbound HTTPS to addresses other people chose', () => {
  const names = ['localhost', '127.0.0.1', 'hooks.test', 'mixed.test', 'private.test', 'turning.test'];
  const { key, cert } = selfSigned(names);
  const seen: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  let answer: RequestListener;
  let server: Server;
  let port: number;
  let toClose: { close(): Promise<void> }[] = [];

  before(async () => {
    server = createServer({ key, cert }, (request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        seen.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers });
        answer(request, response);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    seen.length = 0;
    answer = (_request, response) => response.end('fine');
  });
  afterEach(async () => {
    await Promise.all(toClose.map((each) => each.close()));
    toClose = [];
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const fetcher = (exempt = loopback, resolve?: Resolve): SafeFetch => {
    const made = createSafeFetch({ exempt, ca: cert, ...(resolve ? { resolve } : {}) });
    toClose.push(made);
    return made;
  };
  const downloader = (exempt = loopback, resolve?: Resolve): SafeDownload => {
    const made = createSafeDownload({ exempt, ca: cert, ...(resolve ? { resolve } : {}) });
    toClose.push(made);
    return made;
  };
  const at = (path: string, host = '127.0.0.1'): string => `https://${host}:${port}${path}`;
  const outcome = async (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      (value) => value,
      (error: unknown) => error,
    );

  it('delivers body and headers, and reports status, body and latency', async () => {
    answer = (_request, response) => response.writeHead(202).end('accepted');
    const result = await fetcher()({
      url: at('/hook?a=1'),
      headers: { 'x-service-event': 'post.created' },
      body: '{"a":1}',
    });
    expect(result).to.deep.include({ outcome: 'delivered', statusCode: 202, body: 'accepted' });
    expect(result.latencyMs).to.be.at.least(0).and.below(10_000);
    expect(seen).to.have.length(1);
    expect(seen[0]).to.include({ method: 'POST', url: '/hook?a=1', body: '{"a":1}' });
    expect(seen[0]?.headers['x-service-event']).to.equal('post.created');
  });

  it('takes any status for an answer and follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: at('/elsewhere') }).end();
    expect(await fetcher()({ url: at('/') })).to.include({ outcome: 'delivered', statusCode: 302 });
    expect(seen.map(({ url }) => url)).to.deep.equal(['/']);
  });

  for (const url of [
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
  ])
    it(`blocks ${url} and sends nothing`, async () => {
      expect(await fetcher([])({ url: `${url}:${port}/` })).to.include({ outcome: 'blocked' });
      expect(seen).to.deep.equal([]);
    });

  it('blocks plain http, exempt or not', async () => {
    expect(await fetcher()({ url: `http://127.0.0.1:${port}/` })).to.include({ outcome: 'blocked' });
  });

  it('blocks a name with a private address, also when it has a public one too', async () => {
    const resolve: Resolve = async (host) => [
      ...(host === 'mixed.test' ? [{ address: '93.184.216.34', family: 4 }] : []),
      { address: '127.0.0.1', family: 4 },
    ];
    for (const host of ['private.test', 'mixed.test']) {
      const result = await fetcher([], resolve)({ url: at('/', host) });
      expect(result, host).to.include({ outcome: 'blocked' });
      expect(result).to.have.property('error').that.does.not.include('127.0.0.1');
      expect(result, 'names what would allow it').to.have.property('error').that.includes('WEBHOOK_ALLOWED_CIDRS');
    }
    expect(seen).to.deep.equal([]);
  });

  it('asks the name service once a connection and connects to exactly what was checked', async () => {
    let asked = 0;
    const turning: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    expect(await fetcher(loopback, turning)({ url: at('/', 'turning.test') })).to.include({ outcome: 'delivered' });
    expect(asked).to.equal(1);
    asked = 1;
    expect(await fetcher(loopback, turning)({ url: at('/', 'turning.test') })).to.include({ outcome: 'blocked' });
  });

  it('keeps 10 KB of a body without end and hangs up', async () => {
    let hungUp: Promise<unknown> = Promise.resolve();
    answer = (request, response) => {
      hungUp = new Promise((closed) => request.socket.on('close', closed));
      response.on('error', () => undefined);
      const pour = (): void => {
        while (!response.destroyed && response.write('é'.repeat(4096)));
      };
      response.write('x');
      response.on('drain', pour);
      pour();
    };
    const result = await fetcher()({ url: at('/') });
    expect(result).to.include({ outcome: 'delivered', statusCode: 200 });
    const body = 'body' in result ? result.body : '';
    expect(body).to.match(/^xé+$/u);
    expect(Buffer.byteLength(body)).to.be.within(keptBodyBytes - 1, keptBodyBytes);
    await hungUp;
  });

  it('replaces what a text column cannot hold', async () => {
    answer = (_request, response) => response.end(Buffer.from([0x61, 0x00, 0xff]));
    expect(await fetcher()({ url: at('/') })).to.include({ body: 'a\uFFFD\uFFFD' });
  });

  it('gives up on silence when the time is over', async () => {
    answer = () => undefined;
    expect(await fetcher()({ url: at('/'), timeoutMs: 60 })).to.include({ outcome: 'timeout' });
  });

  it('counts a name service that does not answer into the time', async () => {
    const never: Resolve = () => new Promise(() => undefined);
    expect(await fetcher(loopback, never)({ url: at('/', 'hooks.test'), timeoutMs: 60 })).to.include({
      outcome: 'timeout',
    });
  });

  it('takes the status as the answer when the body does not end in time', async () => {
    answer = (_request, response) => response.write('begun');
    expect(await fetcher()({ url: at('/'), timeoutMs: 200 })).to.include({
      outcome: 'delivered',
      statusCode: 200,
      body: 'begun',
    });
  });

  it('reports a reset, a refused port, an unknown name and an untrusted certificate as connection errors', async () => {
    answer = (request: IncomingMessage, _response: ServerResponse) => request.socket.destroy();
    expect(await fetcher()({ url: at('/') })).to.include({ outcome: 'connection_error' });
    expect(await fetcher()({ url: 'https://127.0.0.1:1/' })).to.include({ outcome: 'connection_error' });
    const unknown: Resolve = () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }));
    expect(await fetcher(loopback, unknown)({ url: at('/', 'hooks.test') })).to.include({
      error: 'ENOTFOUND: no such host',
    });
    const trusting = createSafeFetch({ exempt: loopback });
    toClose.push(trusting);
    const refused = await trusting({ url: at('/') });
    expect(refused).to.include({ outcome: 'connection_error' });
    expect(refused)
      .to.have.property('error')
      .that.matches(/CERT|certificate/i);
  });

  it('trusts the authorities of NODE_EXTRA_CA_CERTS without further configuration', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbound-'));
    const authority = join(folder, 'ca.pem');
    await writeFile(authority, cert);
    const module = JSON.stringify(new URL('../../../../infra/outside/http/safe-fetch.ts', import.meta.url).href);
    const guard = JSON.stringify(new URL('../../../../infra/outside/network/address-ranges.ts', import.meta.url).href);
    const program = `const { createSafeFetch } = await import(${module}); const { rangesFrom } = await import(${guard});
      const call = createSafeFetch({ exempt: rangesFrom('127.0.0.0/8') });
      console.log(JSON.stringify(await call({ url: ${JSON.stringify(at('/'))} }))); await call.close();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } },
    );
    await rm(folder, { recursive: true });
    expect(JSON.parse(stdout)).to.include({ outcome: 'delivered', statusCode: 200 });
  });

  describe('downloads', () => {
    const read = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      return Buffer.concat(chunks);
    };

    it('streams a file with its type and size', async () => {
      const file = Buffer.alloc(300_000, 7);
      answer = (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': file.length }).end(file);
      const download = await downloader()(at('/a.png'), 300_000);
      expect(download).to.include({ contentType: 'image/png', sizeBytes: 300_000 });
      expect((await read(download.bytes)).equals(file)).to.equal(true);
    });

    it('follows redirects between public addresses', async () => {
      answer = (request, response) =>
        request.url === '/file' ? response.end('here') : response.writeHead(307, { location: '/file' }).end();
      expect(String(await read((await downloader()(at('/start'), 100)).bytes))).to.equal('here');
    });

    it('refuses a redirect into a blocked range, to plain http, and without end', async () => {
      answer = (_request, response) => response.writeHead(302, { location: 'https://10.0.0.1/internal' }).end();
      expect(await outcome(downloader()(at('/'), 100)))
        .to.be.instanceOf(DownloadFailed)
        .and.include({ reason: 'blocked' });
      answer = (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
      expect(await outcome(downloader()(at('/'), 100))).to.include({ reason: 'blocked' });
      seen.length = 0;
      answer = (_request, response) => response.writeHead(302, { location: '/' }).end();
      expect(await outcome(downloader()(at('/'), 100))).to.include({ reason: 'redirects' });
      expect(seen).to.have.length(6);
    });

    it('refuses an announced size beyond the limit before reading, and an unannounced one while reading', async () => {
      answer = (_request, response) => response.writeHead(200, { 'content-length': 101 }).end(Buffer.alloc(101));
      expect(await outcome(downloader()(at('/'), 100))).to.include({ reason: 'too_large' });
      answer = (_request, response) => {
        response.write(Buffer.alloc(60));
        response.end(Buffer.alloc(60));
      };
      const download = await downloader()(at('/'), 100);
      expect(download.sizeBytes).to.equal(undefined);
      expect(await outcome(read(download.bytes))).to.include({ reason: 'too_large' });
    });

    it('refuses any status but 200', async () => {
      answer = (_request, response) => response.writeHead(404).end('gone');
      expect(await outcome(downloader()(at('/'), 100))).to.include({
        reason: 'status',
        message: 'the address answered 404',
      });
    });
  });
});
