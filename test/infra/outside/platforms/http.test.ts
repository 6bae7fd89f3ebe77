import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { platformHttp, speaking, type PlatformRequest } from '../../../../infra/outside/platforms/http.ts';
import { multipartUpload, rawUpload } from '../../../../infra/outside/platforms/upload.ts';
import { unusableMedia } from '../../../../domain/platforms/media-failure.ts';
import type { MediaFile } from '../../../../domain/platforms/publisher.ts';
import { streamOf } from '../../../../infra/adapters/media/collect.ts';
import { platformErrorOf } from './memory-run.ts';
import { sampleFile } from './sample-media.ts';

describe('platform http', () => {
  const servers: Server[] = [];

  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  const http = platformHttp({ timeoutMs: 1_000 });
  const post = (url: string, effect: PlatformRequest['effect'], more: Partial<PlatformRequest> = {}) =>
    http.call({ method: 'POST', url, effect, json: { text: 'hello' }, ...more });

  const kinds = async (listener: RequestListener) => {
    const url = await serve(listener);
    const [read, step, send] = await Promise.all(
      (['read', 'step', 'send'] as const).map(async (effect) => (await platformErrorOf(post(url, effect))).kind),
    );
    return { read, step, send };
  };

  it('takes silence, resets and server errors for unknown after a send, and for repeatable otherwise', async () => {
    const expected = { read: 'not_stored', step: 'not_stored', send: 'unknown' };
    expect(await kinds(() => undefined)).to.deep.equal(expected);
    expect(await kinds((request) => request.socket.resetAndDestroy())).to.deep.equal(expected);
    expect(await kinds((_, response) => response.writeHead(502).end())).to.deep.equal(expected);
    expect(await kinds((_, response) => response.writeHead(408).end())).to.deep.include({ send: 'unknown' });
    // Half an answer is no answer.
    const half: RequestListener = (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id":');
      request.socket.destroySoon();
    };
    expect(await kinds(half)).to.deep.equal(expected);
  });

  it('treats a connection that was not accepted as storing nothing', async () => {
    const url = await serve(() => undefined);
    const closed = servers.pop();
    await new Promise((resolve) => closed?.close(resolve));
    const error = await platformErrorOf(post(url, 'send'));
    expect([error.kind, error.platformCode]).to.deep.equal(['not_stored', 'ECONNREFUSED']);
    const nowhere = await platformErrorOf(post('http://no-such-host.invalid/', 'send'));
    expect(nowhere.kind).to.equal('not_stored');
  });

  it('reads statuses, and lets the platform say more', async () => {
    const statuses = { 400: 'refused', 401: 'unauthorized', 403: 'refused', 404: 'refused', 429: 'not_stored' };
    const url = await serve((request, response) => response.writeHead(Number(request.url?.slice(1))).end('{}'));
    for (const [status, kind] of Object.entries(statuses))
      expect((await platformErrorOf(post(`${url}/${status}`, 'send'))).kind, status).to.equal(kind);
    const reported = await platformErrorOf(
      http.call({ method: 'GET', url: `${url}/200`, effect: 'read' }, () => ({
        code: 'MEDIA_REJECTED',
        message: 'too large',
        platformCode: 'E17',
      })),
    );
    expect([reported.kind, reported.code, reported.platformCode]).to.deep.equal(['refused', 'MEDIA_REJECTED', 'E17']);
    const accepted = await http.call({ method: 'GET', url: `${url}/308`, effect: 'step', accepts: [308] });
    expect(accepted.status).to.equal(308);
  });

  it('does not follow redirects: a token goes to the host it was meant for', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await platformErrorOf(post(url, 'send'))).kind).to.equal('refused');
    expect(asked).to.equal(1);
  });

  it('hears how long to wait, measured by the platform’s own clock', async () => {
    const date = new Date('2030-01-01T00:00:00Z');
    const hints: readonly (readonly [Record<string, string>, number | undefined])[] = [
      [{ 'retry-after': '17' }, 17],
      [{ 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT' }, 60],
      [{ 'x-rate-limit-reset': String(date.getTime() / 1000 + 90) }, 90],
      [{ 'ratelimit-reset': String(date.getTime() / 1000 + 30) }, 30],
      [{ 'x-ratelimit-reset': '2030-01-01T00:02:00.000Z' }, 120],
      [{ 'x-ratelimit-reset': '41.5' }, 42],
      [{ 'retry-after': '-' }, undefined],
      [{ 'x-rate-limit-reset': String(date.getTime() / 1000 - 90) }, 1],
      [{ 'retry-after': '9999999' }, 86_400],
    ];
    for (const [headers, seconds] of hints) {
      const url = await serve((_, response) => response.writeHead(429, { date: date.toUTCString(), ...headers }).end());
      const error = await platformErrorOf(post(url, 'send'));
      expect(error.retryAfterSeconds, JSON.stringify(headers)).to.equal(seconds);
    }
  });

  it('never repeats a secret in an error', async () => {
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const piece of request) body += String(piece);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ said: `${request.headers.authorization} ${request.url} ${body}` }));
    });
    const error = await platformErrorOf(
      http.call(
        {
          method: 'POST',
          url: `${url}/bot-in-the-path`,
          query: { access_token: 'query-secret/1' },
          headers: { authorization: 'Bearer header-secret' },
          form: { client_secret: 'form-secret', refresh_token: 'refresh-secret', name: 'spoken' },
          secrets: ['bot-in-the-path'],
          effect: 'step',
        },
        (reply) => ({ code: 'PUBLISH_ERROR', message: reply.text }),
      ),
    );
    expect(error.message).to.contain('spoken');
    expect(error.message).not.to.match(/(header|form|refresh|query)-secret|bot-in-the-path/);
  });

  it('tells failures in the name of the platform, not of the address that was called', async () => {
    const url = await serve((request, response) =>
      request.url === '/silent' ? undefined : response.writeHead(403).end('{}'),
    );
    const named = speaking(http, 'X');
    const reported = async (path: string) =>
      (await platformErrorOf(named.call({ method: 'GET', url: `${url}${path}`, effect: 'send' }))).message;
    expect(await reported('/refused')).to.equal('X answered 403: request refused');
    expect(await reported('/silent')).to.equal('X did not answer after the request had left (TIMED_OUT)');
    expect((await platformErrorOf(post(`${url}/refused`, 'step'))).message).to.equal(
      'the platform answered 403: request refused',
    );
  });

  it('streams bodies of known length, ranges of files among them', async () => {
    const seen: { length: string | undefined; chunked: boolean; bytes: number }[] = [];
    const url = await serve(async (request, response) => {
      let bytes = 0;
      for await (const piece of request) bytes += (piece as Buffer).length;
      seen.push({
        length: request.headers['content-length'],
        chunked: request.headers['transfer-encoding'] !== undefined,
        bytes,
      });
      response.end('{}');
    });
    const file = sampleFile('video/mp4', 3_000_000);
    const raw = rawUpload(file, { start: 1_000_000, end: 2_500_000 });
    const form = multipartUpload({ a: 'ä', b: '2' }, { name: 'media', file });
    for (const upload of [raw, form]) await http.call({ method: 'POST', url, upload, effect: 'step' });
    expect(seen).to.deep.equal([
      { length: '1500000', chunked: false, bytes: 1_500_000 },
      { length: String(form.length), chunked: false, bytes: form.length },
    ]);
  });

  it('gives a long upload its time, and only silence an end', async () => {
    const url = await serve(async (request, response) => {
      for await (const piece of request) void piece;
      response.end('{}');
    });
    // The pieces together take longer than the silence that is allowed, each of them less.
    const patient = platformHttp({ timeoutMs: 1_500 });
    const pieces = 4;
    const file = sampleFile('image/jpeg', pieces, {
      open: async () =>
        (async function* () {
          for (let index = 0; index < pieces; index += 1) {
            await new Promise((resolve) => setTimeout(resolve, 500));
            yield Buffer.from([index]);
          }
        })(),
    });
    expect((await patient.call({ method: 'PUT', url, upload: rawUpload(file), effect: 'step' })).status).to.equal(200);
  });

  const broken: Readonly<Record<string, MediaFile['open']>> = {
    'that cannot be opened': () => Promise.reject(new Error('object storage is away')),
    'that breaks before its first byte': async () => {
      const nothing: AsyncIterable<Uint8Array> = {
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broke')) }),
      };
      return nothing;
    },
    'that breaks after its last byte': async () =>
      (async function* () {
        yield await Promise.resolve(Buffer.alloc(10));
        throw new Error('broke');
      })(),
    'that ends early': async () => streamOf(Buffer.alloc(9)),
    'that is longer than announced': async () => streamOf(Buffer.alloc(11)),
    'that falls silent': async () =>
      (async function* () {
        yield await Promise.resolve(Buffer.alloc(5));
        await new Promise(() => undefined);
      })(),
  };
  for (const [how, open] of Object.entries(broken))
    for (const effect of ['read', 'step', 'send'] as const)
      it(`blames a source ${how} on itself in a ${effect}, and sends no complete request`, async () => {
        let complete = 0;
        const url = await serve((request, response) => {
          request.on('error', () => undefined);
          request.on('end', () => {
            complete += 1;
            response.end('{}');
          });
          request.resume();
        });
        const upload = rawUpload(sampleFile('image/jpeg', 10, { open }));
        const error = await platformErrorOf(http.call({ method: 'PUT', url, upload, effect, speaker: 'X' }));
        expect([error.kind, error.code]).to.deep.equal(['not_stored', 'MEDIA_NOT_READY']);
        expect(error.message).not.to.include('X');
        expect(complete).to.equal(0);
      });

  it('repeats what a source says of its file', async () => {
    const url = await serve(() => undefined);
    const open = () => Promise.reject(unusableMedia('a.jpg', 'it was deleted'));
    const upload = multipartUpload({}, { name: 'photo', file: sampleFile('image/jpeg', 10, { open }) });
    const error = await platformErrorOf(http.call({ method: 'POST', url, upload, effect: 'send' }));
    expect([error.kind, error.code, error.message]).to.deep.equal([
      'refused',
      'MEDIA_REJECTED',
      'The file a.jpg cannot be published: it was deleted',
    ]);
  });

  it('stops reading an answer that does not end', async () => {
    const small = platformHttp({ timeoutMs: 5_000, maxReplyBytes: 1000 });
    const url = await serve((_, response) => response.end('x'.repeat(5000)));
    const error = await platformErrorOf(small.call({ method: 'POST', url, effect: 'send', json: {} }));
    expect(error.kind).to.equal('unknown');
  });

  it('reads a compressed answer, and stops reading one that grows too long', async () => {
    const small = platformHttp({ timeoutMs: 5_000, maxReplyBytes: 1000 });
    const compress = { gzip: gzipSync, br: brotliCompressSync };
    const url = await serve((request, response) => {
      const [, encoding = '', length = ''] = request.url?.split('/') ?? [];
      const offered = request.headers['accept-encoding']?.split(', ') ?? [];
      const body = JSON.stringify({ text: 'x'.repeat(Number(length)) });
      if (!offered.includes(encoding)) return response.writeHead(406).end();
      return response
        .writeHead(200, { 'content-encoding': encoding })
        .end(compress[encoding as keyof typeof compress](body));
    });
    const read = (path: string) => small.call({ method: 'GET', url: `${url}/${path}`, effect: 'read' });
    for (const encoding of Object.keys(compress)) {
      expect((await read(`${encoding}/10`)).json, encoding).to.deep.equal({ text: 'x'.repeat(10) });
      expect((await platformErrorOf(read(`${encoding}/100000`))).kind, encoding).to.equal('not_stored');
    }
  });

  it('ends a call whose run has ended', async () => {
    const url = await serve(() => undefined);
    const controller = new AbortController();
    const call = post(url, 'send', { signal: controller.signal });
    controller.abort();
    expect((await platformErrorOf(call)).kind).to.equal('unknown');
  });
});
