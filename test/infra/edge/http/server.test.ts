import { z } from 'zod';
import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { createMetrics } from '../../../../infra/telemetry/metrics.ts';
import type { Readiness } from '../../../../infra/edge/http/readiness.ts';
import type { Answered } from '../../../../infra/edge/http/plain-handler.ts';
import { readEndpoint } from '../../../../read-api/kernel/endpoint.ts';
import { startEdge } from '../../../support/edge.ts';
import { until } from '../../../support/until.ts';
import { listNotes, writeNote } from '../../../support/note.ts';

let release: (() => void)[] = [];
const slow = readEndpoint({
  method: 'GET',
  path: '/v1/accounts',
  id: 'slow',
  summary: 'Answers when it is let go',
  reply: z.object({ done: z.boolean() }),
  run: async () => {
    await new Promise<void>((resolve) => release.push(resolve));
    return { body: { done: true } };
  },
});

/** Sends bytes and gives what comes back until the server closes. */
const raw = async (port: number, bytes: string): Promise<string> => {
  const socket = net.connect(port, '127.0.0.1');
  socket.end(bytes);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
};

describe('the HTTP server', () => {
  const readiness: { checks: Readiness } = { checks: {} };
  const answered: Answered[] = [];
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let token: string;
  before(async () => {
    edge = await startEdge({
      writes: [writeNote],
      reads: [listNotes, slow],
      metrics: createMetrics({ process: false }),
      readiness: () => Promise.resolve(readiness.checks),
      observers: [
        ({ path }) => {
          if (path === '/v1/observed-badly') throw new Error('an observer that fails');
        },
        (one) => answered.push(one),
      ],
      allowedOrigins: ['https://app.example.com'],
      prefixes: {
        '/sandbox/': (req, res) => void res.end(`played ${req.method} ${req.url}`),
        '/media-objects/': () => Promise.reject(new Error('disk')),
      },
      pages: { '/v1/page': (_req, res) => void res.end('a page') },
    });
    token = edge.credentials.addKey().secret;
  });
  afterEach(() => (release = []));
  after(() => edge.stop());

  it('is healthy without asking anybody', async () => {
    const { status, body } = await edge.send('GET /v1/health');
    expect([status, body]).to.deep.equal([200, { status: 'ok' }]);
    expect((await edge.send('HEAD /v1/health')).status).to.equal(200);
  });

  it('is ready while every required check holds', async () => {
    const thumbnails = { ok: false, effect: 'none', detail: 'no video tool' } as const;
    readiness.checks = { database: { ok: true }, thumbnails };
    const good = await edge.send('GET /v1/ready');
    expect([good.status, good.body]).to.deep.equal([200, { status: 'ready', checks: readiness.checks }]);
    readiness.checks = { database: { ok: true }, thumbnails, lag: { ok: false, effect: 'degraded', detail: 'late' } };
    const less = await edge.send('GET /v1/ready');
    expect([less.status, less.body]).to.deep.equal([200, { status: 'degraded', checks: readiness.checks }]);
    readiness.checks = { database: { ok: false, detail: 'no answer' } };
    const bad = await edge.send('GET /v1/ready');
    expect([bad.status, bad.body.status, bad.headers.get('retry-after')]).to.deep.equal([503, 'unready', '2']);
  });

  it('tells the checks to this machine and to bearers of the token, and its status to everybody', async () => {
    readiness.checks = { database: { ok: false, detail: 'connect ECONNREFUSED 10.0.0.7:5432' } };
    const outside = await edge.send('GET /v1/ready', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([outside.status, outside.body]).to.deep.equal([503, { status: 'unready' }]);
    const guarded = await startEdge({ readiness: async () => readiness.checks, metricsToken: 's3cret' });
    try {
      const headers = { via: '1.1 proxy' };
      expect((await guarded.send('GET /v1/ready', { headers, token: 'other' })).body).to.have.all.keys('status');
      expect((await guarded.send('GET /v1/ready', { headers, token: 's3cret' })).body.checks).to.have.key('database');
    } finally {
      await guarded.stop();
    }
  });

  it('hands prefixes and pages to their own handlers', async () => {
    expect((await edge.send('PUT /sandbox/twitter/2/tweets?x=1')).body).to.equal(
      'played PUT /sandbox/twitter/2/tweets?x=1',
    );
    expect((await edge.send('GET /v1/page?x=1')).body).to.equal('a page');
    const failed = await edge.send('GET /media-objects/a');
    expect([failed.status, failed.body.error.code]).to.deep.equal([500, 'INTERNAL_ERROR']);
    expect((await edge.send('GET /sandboxed/x')).status).to.equal(403);
  });

  it('leads a browser from the address of an invitation to its page, and no program', async () => {
    const opened = (method: string, accept: string) =>
      fetch(`${edge.origin}/v1/invitations/a.b.1.c?x=1`, { method, headers: { accept }, redirect: 'manual' });
    const browser = await opened('GET', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([browser.status, browser.headers.get('location'), browser.headers.get('vary')]).to.deep.equal([
      303,
      '/console#/invitations/a.b.1.c',
      'accept',
    ]);
    for (const [method, accept] of [
      ['GET', '*/*'],
      ['GET', 'application/json, text/html'],
      ['POST', 'text/html'],
    ] as const)
      expect((await opened(method, accept)).headers.get('content-type'), accept).to.contain('application/json');
  });

  it('shows a person who opens a wrong address the pages that exist, and refuses programs', async () => {
    const opened = (accept: string) => fetch(`${edge.origin}/nope`, { headers: { accept } });
    const browser = await opened('text/html,*/*;q=0.8');
    expect([browser.status, browser.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    expect(await browser.text())
      .to.contain('There is no page at this address')
      .and.to.contain('href="/docs"');
    const program = await opened('*/*');
    expect([program.status, ((await program.json()) as { error: { code: string } }).error.code]).to.deep.equal([
      403,
      'FORBIDDEN',
    ]);
  });

  it('logs each answer by route and request, with no path, query, header or body', async () => {
    const before = edge.logged.length;
    const { headers } = await edge.send('GET /v1/posts?limit=5&token=hunter2', { token });
    await until('it is logged', () => edge.logged.length > before);
    const line = edge.logged.at(-1);
    expect(line).to.include({ requestId: headers.get('x-request-id'), method: 'GET', route: '/v1/posts', status: 200 });
    expect(line?.['workspaceId']).to.be.a('string');
    expect(JSON.stringify(edge.logged)).not.to.contain('hunter2').and.not.to.contain(token);
  });

  it('tells observers of answers, and of clients that left', async () => {
    answered.length = 0;
    const req = http.get(`${edge.origin}/v1/accounts`, { headers: { authorization: `Bearer ${token}` } });
    req.on('error', () => undefined);
    await until('it is under way', () => release.length === 1);
    req.destroy();
    await until('the observer is called', () => answered.length === 1);
    expect(answered[0]).to.include({ method: 'GET', path: '/v1/accounts', status: 499 });
    release[0]?.();
  });

  it('continues after an observer that fails, and calls the others', async () => {
    answered.length = 0;
    await edge.send('GET /v1/observed-badly', { token });
    await until('the other observer is called', () => answered.length === 1);
    expect((await edge.send('GET /v1/health')).status).to.equal(200);
  });

  it('publishes its numbers to this machine, not through proxies', async () => {
    await edge.send('GET /v1/posts', { token });
    const { status, body } = await edge.send('GET /metrics');
    expect(status).to.equal(200);
    expect(body).to.match(/http_request_duration_seconds_count\{method="GET",route="\/v1\/posts",status="200"\} \d+/);
    for (const name of ['x-forwarded-for', 'x-forwarded-port', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']) {
      const forwarded = await edge.send('GET /metrics', { headers: { [name]: '127.0.0.1' } });
      expect(forwarded.status, name).to.equal(403);
    }
  });

  it('publishes its numbers to callers with the token, if one is set', async () => {
    const guarded = await startEdge({ metrics: createMetrics({ process: false }), metricsToken: 's3cret' });
    try {
      for (const given of [undefined, 'other', 's3cre']) {
        const { status } = await guarded.send('GET /metrics', given === undefined ? {} : { token: given });
        expect(status).to.equal(403);
      }
      expect((await guarded.send('GET /metrics', { token: 's3cret' })).status).to.equal(200);
    } finally {
      await guarded.stop();
    }
  });

  it('lets pages of the named origins call, and no others', async () => {
    const preflight = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const asked = await edge.send('OPTIONS /v1/posts', { headers: preflight });
    expect(asked.status).to.equal(204);
    expect(asked.headers.get('access-control-allow-origin')).to.equal('https://app.example.com');
    expect(asked.headers.get('access-control-allow-headers')).to.contain('Idempotency-Key');
    const got = await edge.send('GET /v1/posts', { token, headers: { origin: 'https://app.example.com' } });
    expect(got.headers.get('access-control-expose-headers')).to.contain('X-Position');
    expect(got.headers.get('vary')).to.equal('Origin');
    const other = await edge.send('GET /v1/posts', { token, headers: { origin: 'https://evil.example.com' } });
    expect(other.headers.has('access-control-allow-origin')).to.equal(false);
    const refused = await edge.send('OPTIONS /v1/posts', {
      headers: { ...preflight, origin: 'https://evil.example.com' },
    });
    expect(refused.status).to.equal(401);
  });

  it('tells in the envelope what is not HTTP, or too much of it', async () => {
    const nonsense = await raw(edge.port, 'HELLO\r\n\r\n');
    expect(nonsense)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.contain('"code":"BAD_REQUEST"');
    const large = await raw(edge.port, `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(large)
      .to.match(/^HTTP\/1\.1 431 /)
      .and.contain('"requestId"');
  });

  it('finishes what is under way when it closes, and accepts nothing new', async () => {
    const closing = await startEdge({ reads: [slow] });
    const key = closing.credentials.addKey().secret;
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const answer = new Promise<http.IncomingMessage>((resolve) =>
      http.get(`${closing.origin}/v1/accounts`, { agent, headers: { authorization: `Bearer ${key}` } }, resolve),
    );
    await until('it is under way', () => release.length === 1);
    const closed = closing.stop();
    await until('nothing new is accepted', () =>
      closing.send('GET /v1/health').then(
        () => false,
        () => true,
      ),
    );
    release[0]?.();
    const res = await answer;
    expect([res.statusCode, res.headers.connection]).to.deep.equal([200, 'close']);
    res.resume();
    await closed;
    agent.destroy();
  });

  it('cuts what does not finish in time', async () => {
    const closing = await startEdge({ reads: [slow], closeWithinMs: 50 });
    const key = closing.credentials.addKey().secret;
    const cut = closing.send('GET /v1/accounts', { token: key }).then(
      () => 'answered',
      () => 'cut',
    );
    await until('it is under way', () => release.length === 1);
    await closing.stop();
    expect(await cut).to.equal('cut');
    release[0]?.();
  });
});
