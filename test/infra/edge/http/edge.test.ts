import { expect } from 'chai';
import { writeEndpoint } from '../../../../commands/kernel/endpoint.ts';
import { RateLimit } from '../../../../infra/edge/access/rate-limit.ts';
import { freshId, startEdge } from '../../../support/edge.ts';
import { checkNote, getNote, listNotes, strikeNote, writeNote } from '../../../support/note.ts';

/** Answers when the client has gone away: to the test, by `left`. */
let left: () => void = () => undefined;
let arrived: () => void = () => undefined;
const waitForClient = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/wait',
  id: 'waitForClient',
  summary: 'Waits until the client is gone',
  run: async (_asked, { signal }) => {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
      arrived();
    });
    left();
    return { status: 204 };
  },
});
/** Asks for the signal as often as the operations of a batch do. */
const askOften = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/often',
  id: 'askOften',
  summary: 'Asks fifty times whether the client is there',
  run: async (_asked, context) => {
    const signals = new Set(Array.from({ length: 50 }, () => context.signal));
    return { status: signals.size === 1 ? 204 : 500 };
  },
});
const writes = [writeNote, strikeNote, checkNote, waitForClient, askOften];
const reads = [getNote, listNotes];

describe('the HTTP edge', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let token: string;
  let workspaceId: string;
  before(async () => {
    edge = await startEdge({ writes, reads });
    ({ secret: token, workspaceId } = edge.credentials.addKey());
  });
  after(() => edge.stop());

  describe('writes', () => {
    it('appends the event and answers with its position', async () => {
      const { status, body, headers } = await edge.send('POST /v1/posts', { token, body: { text: 'hello' } });
      expect(status).to.equal(201);
      expect(body.text).to.equal('hello');
      const event = edge.store.log.at(-1);
      expect(event?.stream).to.equal(`note-${body.id}`);
      expect(headers.get('x-position')).to.equal(event?.position.commit.toString());
      expect(edge.lastWrites.of(workspaceId)).to.equal(event?.position.commit);
    });

    it('stamps who did it, from where, and the request they belong to', async () => {
      const { headers } = await edge.send('POST /v1/posts', { token, body: { text: 'traced' } });
      const key = edge.credentials.byApiKey(token);
      expect(edge.store.log.at(-1)?.meta).to.include({
        workspaceId,
        mode: 'test',
        $correlationId: headers.get('x-request-id'),
      });
      expect(edge.store.log.at(-1)?.meta.actor).to.deep.equal({
        kind: 'api_key',
        id: key?.keyId,
        keyId: key?.keyId,
        address: '127.0.0.1',
      });
    });

    it('answers without a body when the endpoint gives none', async () => {
      const { body } = await edge.send('POST /v1/posts', { token, body: { text: 'short-lived' } });
      const struck = await edge.send(`DELETE /v1/posts/${body.id}`, { token });
      expect(struck).to.include({ status: 204, body: undefined });
      const again = await edge.send(`DELETE /v1/posts/${body.id}`, { token });
      expect(again.status).to.equal(409);
      expect(again.body.error).to.include({ code: 'CONFLICT', message: 'the note is struck out already' });
    });

    it('know when the client has gone away', async () => {
      const gone = new Promise<void>((resolve) => (left = resolve));
      const client = new AbortController();
      arrived = () => client.abort();
      const headers = { authorization: `Bearer ${token}` };
      const asked = fetch(`${edge.origin}/v1/posts/wait`, { method: 'POST', headers, signal: client.signal });
      await asked.catch(() => undefined);
      expect(client.signal.aborted, 'the request arrived').to.equal(true);
      await gone;
    });

    it('listen once for the end of a connection, however many operations ask', async () => {
      const warnings: Error[] = [];
      const note = (warning: Error): void => void warnings.push(warning);
      process.on('warning', note);
      try {
        expect((await edge.send('POST /v1/posts/often', { token })).status).to.equal(204);
        // A warning is emitted in a turn of its own.
        await new Promise(setImmediate);
      } finally {
        process.off('warning', note);
      }
      expect(warnings).to.deep.equal([]);
    });

    it('does not find what belongs to another workspace', async () => {
      const { body } = await edge.send('POST /v1/posts', { token, body: { text: 'mine' } });
      const { secret } = edge.credentials.addKey();
      expect((await edge.send(`DELETE /v1/posts/${body.id}`, { token: secret })).status).to.equal(404);
    });
  });

  describe('requests', () => {
    it('names every field that is wrong, and repeats no value', async () => {
      const { status, body } = await edge.send('POST /v1/posts', { token, body: { tags: ['a', 7, 'secret'] } });
      expect(status).to.equal(400);
      expect(body.error.code).to.equal('VALIDATION_ERROR');
      expect(body.error.details.field).to.equal('text');
      expect(body.error.details.issues.map(({ field }: { field: string }) => field)).to.deep.equal(['text', 'tags.1']);
      expect(JSON.stringify(body)).not.to.contain('secret');
    });

    it('ignores unknown fields', async () => {
      const { status } = await edge.send('POST /v1/posts', { token, body: { text: 'x', surprise: true } });
      expect(status).to.equal(201);
    });

    it('takes a missing body for an empty object', async () => {
      const { body } = await edge.send('POST /v1/posts', { token });
      expect(body.error.details.field).to.equal('text');
    });

    it('refuses malformed JSON, other types, other encodings and broken UTF-8', async () => {
      const malformed = await edge.send('POST /v1/posts', { token, body: '{"text":' });
      expect([malformed.status, malformed.body.error.code]).to.deep.equal([400, 'BAD_REQUEST']);
      for (const headers of [
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json; charset=latin1' },
        { 'content-type': 'application/json; latin1' },
        { 'content-encoding': 'gzip' },
      ]) {
        const { status, body } = await edge.send('POST /v1/posts', { token, body: '{"text":"x"}', headers });
        expect([status, body.error.code], JSON.stringify(headers)).to.deep.equal([415, 'BAD_REQUEST']);
      }
      // Some webhook tools leave out the name of the parameter.
      for (const type of ['application/merge-patch+json; charset=UTF-8', 'application/json; utf-8']) {
        const headers = { 'content-type': type };
        const { status } = await edge.send('POST /v1/posts', { token, body: '{"text":"x"}', headers });
        expect(status, type).to.equal(201);
      }
    });

    it('stops reading at the limit, with or without a declared length', async () => {
      const text = 'x'.repeat(1024 * 1024);
      for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
        const { status, body } = await edge.send('POST /v1/posts', { token, body: { text }, headers });
        expect([status, body.error.code]).to.deep.equal([413, 'BAD_REQUEST']);
      }
    });

    it('refuses a malformed id before any lookup, and a well-formed unknown one as not found', async () => {
      const malformed = await edge.send('DELETE /v1/posts/42', { token });
      expect([malformed.status, malformed.body.error.code]).to.deep.equal([400, 'BAD_REQUEST']);
      const unknown = await edge.send(`DELETE /v1/posts/${freshId()}`, { token });
      expect([unknown.status, unknown.body.error.code]).to.deep.equal([404, 'NOT_FOUND']);
    });

    it('refuses a path that cannot be decoded', async () => {
      const { status, body } = await edge.send('GET /v1/posts/%E0%A4', { token });
      expect([status, body.error.code]).to.deep.equal([400, 'BAD_REQUEST']);
    });

    it('validates the query', async () => {
      expect((await edge.send('GET /v1/posts?limit=7', { token })).body).to.deep.equal({ limit: 7 });
      expect((await edge.send('GET /v1/posts', { token })).body).to.deep.equal({ limit: 20 });
      const { status, body } = await edge.send('GET /v1/posts?limit=101', { token });
      expect([status, body.error.code, body.error.details.field]).to.deep.equal([400, 'VALIDATION_ERROR', 'limit']);
    });
  });

  describe('paths', () => {
    it('refuses whatever is not below /v1', async () => {
      for (const path of ['/', '/posts', '/V1/posts', '//v1/posts', '/v1x/posts', '/v1%2Fposts']) {
        const { status, body } = await edge.send(`GET ${path}`, { token });
        expect([status, body.error.code], path).to.deep.equal([403, 'FORBIDDEN']);
      }
    });

    it('refuses unknown paths, and names the methods of a known one', async () => {
      for (const line of ['GET /v1/nothing', 'POST /v1', 'GET /v1/posts/a/b/c', 'TRACE /v1/coffee']) {
        const { status, body } = await edge.send(line, { token });
        expect([status, body.error.code], line).to.deep.equal([404, 'NOT_FOUND']);
      }
      const { status, headers, body } = await edge.send('PUT /v1/posts', { token });
      expect([status, body.error.code, headers.get('allow')]).to.deep.equal([405, 'BAD_REQUEST', 'GET, HEAD, POST']);
    });

    it('does not say to strangers what exists', async () => {
      expect((await edge.send('GET /v1/nothing')).status).to.equal(401);
      const { secret } = edge.credentials.addKey({ scopes: ['posts:read'] });
      expect((await edge.send('POST /v1/reports/x', { token: secret })).status).to.equal(403);
      const unmapped = await edge.send('GET /v1/subscription', { token: secret });
      expect(unmapped.body.error.message).to.equal('This route is not accessible with this API key');
      expect((await edge.send('GET /v1/admin/x', { token })).status).to.equal(403);
    });

    it('prefers a fixed name to a parameter', async () => {
      const { body } = await edge.send('POST /v1/posts/validate', { token, body: { text: 'x' } });
      expect(body).to.deep.equal({ valid: true });
    });

    it('refuses another method at a fixed name, instead of taking the name for an id', async () => {
      const { status, headers } = await edge.send('GET /v1/posts/validate', { token });
      expect([status, headers.get('allow')]).to.deep.equal([405, 'POST']);
    });

    it('answers HEAD like GET, without the body', async () => {
      const get = await edge.send('GET /v1/posts', { token });
      const head = await edge.send('HEAD /v1/posts', { token });
      expect(head.status).to.equal(200);
      expect(head.body).to.equal(undefined);
      expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'));
    });
  });

  describe('scopes', () => {
    it('asks for exactly the scope of group and method', async () => {
      const reader = edge.credentials.addKey({ scopes: ['posts:read'] }).secret;
      const writer = edge.credentials.addKey({ scopes: ['posts:write'] }).secret;
      expect((await edge.send('GET /v1/posts', { token: reader })).status).to.equal(200);
      expect((await edge.send('GET /v1/posts', { token: writer })).status).to.equal(403);
      expect((await edge.send('POST /v1/posts', { token: writer, body: { text: 'x' } })).status).to.equal(201);
      const { status, body } = await edge.send('POST /v1/posts', { token: reader, body: { text: 'x' } });
      expect([status, body.error.code]).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    });
  });

  describe('answers', () => {
    it('carry a request id, the client’s own if it is a plain word', async () => {
      const own = await edge.send('GET /v1/posts', { token, headers: { 'x-request-id': 'order-4711-a' } });
      expect(own.headers.get('x-request-id')).to.equal('order-4711-a');
      const odd = await edge.send('GET /v1/posts', { headers: { 'x-request-id': 'a b"c' } });
      expect(odd.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
      expect(odd.body.error.requestId).to.equal(odd.headers.get('x-request-id'));
    });

    it("state the caller's rate limit, unless the caller is unknown", async () => {
      const known = await edge.send('GET /v1/posts', { token });
      expect(Number(known.headers.get('x-ratelimit-limit'))).to.equal(1e6);
      expect(Number(known.headers.get('x-ratelimit-remaining'))).to.be.lessThan(1e6);
      expect(Number(known.headers.get('x-ratelimit-reset'))).to.be.closeTo(Date.now() / 1000 + 30, 31);
      for (const line of ['GET /v1/posts', 'GET /v1/health']) {
        const { headers } = await edge.send(line);
        expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).to.deep.equal([]);
      }
    });

    it('keep out of caches, frames and sniffers', async () => {
      const { headers } = await edge.send('GET /v1/posts', { token });
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('content-security-policy')).to.contain("default-src 'none'");
      expect(headers.has('x-powered-by')).to.equal(false);
    });
  });
});

describe('the rate limit at the edge', () => {
  it('refuses with Retry-After and goes by the plan and the key', async () => {
    const limits = (plan: string) => ({ perMinute: plan === 'free' ? 2 : 1000, perSecond: 100 });
    const edge = await startEdge({ reads, ports: { rateLimit: new RateLimit({ limits }) } });
    try {
      const { secret: token } = edge.credentials.addKey({ plan: 'free' });
      const other = edge.credentials.addKey({ plan: 'free' }).secret;
      for (const remaining of ['1', '0']) {
        const { headers } = await edge.send('GET /v1/posts', { token });
        expect(headers.get('x-ratelimit-remaining')).to.equal(remaining);
      }
      const { status, headers, body } = await edge.send('GET /v1/posts', { token });
      expect([status, body.error.code]).to.deep.equal([429, 'RATE_LIMITED']);
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
      expect(headers.get('x-ratelimit-remaining')).to.equal('0');
      expect((await edge.send('GET /v1/posts', { token: other })).status).to.equal(200);
      const agency = await edge.send('GET /v1/posts', { token: edge.credentials.addKey().secret });
      expect(agency.headers.get('x-ratelimit-limit')).to.equal('1000');
    } finally {
      await edge.stop();
    }
  });
});
