import { expect } from 'chai';
import { compileRoutes } from '../../../../infra/edge/http/route.ts';
import { isRepeatable } from '../../../../infra/products/client/repeatable.ts';
import { sandboxEndpoints } from '../../../../infra/test-mode/api/sandbox-endpoints.ts';
import { everyWrite } from '../../edge/endpoints/every-endpoint.ts';
import { retryingFetch, type RetryOptions } from '../../../../infra/products/client/retrying-fetch.ts';

type Sent = Readonly<{ key: string | null; body: string }>;

/** Plays a server that answers in turn, the last answer for ever; an Error is a fault of the network. */
const playing = (answers: readonly (Response | Error)[], options: RetryOptions = {}) => {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const fetch = retryingFetch(
    async (request) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return (answer as Response).clone();
    },
    { wait: async (ms) => void waits.push(ms), ...options },
  );
  return { sent, waits, fetch };
};
const ask = (method: string, init: RequestInit = {}): Request =>
  new Request('http://service.test/v1/posts', { method, ...init });
const refused = (status: number, headers: Record<string, string> = {}): Response =>
  new Response('{}', { status, headers });
const fine = new Response('fine');
const gone = new TypeError('fetch failed');

describe('sending again', () => {
  it('repeats a POST after faults that pass, with its body and one key of its own', async () => {
    const { sent, fetch } = playing([gone, refused(503), refused(502), refused(429), fine]);
    const answer = await fetch(ask('POST', { body: 'text' }));
    expect(await answer.text()).to.equal('fine');
    expect(sent.map(({ body }) => body)).to.deep.equal(Array(5).fill('text'));
    expect(new Set(sent.map(({ key }) => key))).to.have.length(1);
    expect(sent[0]?.key).to.match(/^[0-9a-f-]{36}$/);
    const other = await fetch(ask('POST'));
    expect(other.status).to.equal(200);
    expect(sent.at(-1)?.key).to.not.equal(sent[0]?.key);
  });

  it("keeps the caller's own key, and gives none to other methods", async () => {
    const { sent, fetch } = playing([fine]);
    await fetch(ask('POST', { headers: { 'Idempotency-Key': 'mine' } }));
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) await fetch(ask(method));
    expect(sent.map(({ key }) => key)).to.deep.equal(['mine', null, null, null, null]);
  });

  it('waits as long as the answer asks, in seconds or until a date', async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    const { waits, fetch } = playing([
      refused(429, { 'retry-after': '7' }),
      refused(503, { 'retry-after': soon }),
      fine,
    ]);
    await fetch(ask('GET'));
    expect(waits[0]).to.equal(7000);
    expect(waits[1]).to.be.within(20_000, 30_000);
  });

  it('backs off further with each try where the answer names no time', async () => {
    const { waits, fetch } = playing([gone], { retries: 6 });
    await fetch(ask('GET')).catch(() => {});
    [500, 1000, 2000, 4000, 8000, 8000].forEach((most, index) => expect(waits[index]).to.be.within(most / 2, most));
    expect(waits).to.have.length(6);
  });

  it('makes no second API key: such a request takes no key, so only a refusal for its rate is followed by another', async () => {
    const path = 'http://service.test/v1/workspaces/c1/api-keys';
    for (const answer of [gone, refused(503)]) {
      const once = playing([answer, fine]);
      await once.fetch(new Request(path, { method: 'POST' })).catch(() => {});
      expect(once.sent).to.have.length(1);
    }
    const limited = playing([refused(429), fine]);
    expect((await limited.fetch(new Request(path, { method: 'POST' }))).status).to.equal(200);
    const renamed = playing([gone, fine]);
    expect((await renamed.fetch(new Request(`${path}/c2`, { method: 'PATCH' }))).status).to.equal(200);
  });

  it('knows every POST that takes no key, and which of them only ask', () => {
    const questions = new Set([
      '/v1/audiences/:id/preview-count',
      '/v1/billing/portal',
      '/v1/broadcasts/preview-count',
      '/v1/bulk-generate/validate',
      '/v1/comment-automations/:id/dry-run',
      '/v1/contacts/preview-message',
      '/v1/subscription/preview-change',
    ]);
    const sandbox = sandboxEndpoints({} as never);
    const posts = compileRoutes([...everyWrite, ...sandbox.writes], []).filter(({ method }) => method === 'POST');
    expect(posts.length).to.be.greaterThan(20);
    for (const { path, keyed, isPublic } of posts) {
      if (!isPublic) expect(isRepeatable('POST', path), path).to.equal(keyed || questions.has(path));
    }
  });

  it('gives up at last, with the last answer or the last fault', async () => {
    const { sent, fetch } = playing([refused(503)], { retries: 2 });
    expect((await fetch(ask('GET'))).status).to.equal(503);
    expect(sent).to.have.length(3);
    const faulty = playing([gone], { retries: 1 });
    expect(await faulty.fetch(ask('GET')).catch((error: unknown) => error)).to.equal(gone);
  });

  it('does not wait longer than it may', async () => {
    const { waits, fetch } = playing([refused(429, { 'retry-after': '3600' })]);
    expect((await fetch(ask('GET'))).status).to.equal(429);
    expect(waits).to.deep.equal([]);
  });

  it('asks again while its own first try is still under way, and takes every other refusal as the answer', async () => {
    const conflict = (idempotencyCode: string) =>
      new Response(JSON.stringify({ error: { code: 'CONFLICT', details: { idempotencyCode } } }), { status: 409 });
    const { sent, waits, fetch } = playing([conflict('IN_PROGRESS'), fine]);
    expect((await fetch(ask('POST'))).status).to.equal(200);
    expect([sent.length, waits]).to.deep.equal([2, [2000]]);
    for (const answer of [conflict('CONFLICT'), refused(400), refused(409), refused(500)]) {
      const once = playing([answer]);
      const given = await once.fetch(ask('POST'));
      expect([given.status, once.sent.length]).to.deep.equal([answer.status, 1]);
      expect(given.bodyUsed).to.equal(false);
    }
  });

  it('counts a server that does not answer as a fault of the network', async () => {
    let tries = 0;
    const fetch = retryingFetch(
      (request) =>
        ++tries === 2
          ? Promise.resolve(fine.clone())
          : new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason))),
      { timeoutMs: 5, wait: async () => {} },
    );
    expect((await fetch(ask('GET'))).status).to.equal(200);
  });

  it('ends when its caller does not want it any more', async () => {
    const caller = new AbortController();
    const { sent, fetch } = playing([gone], {
      wait: async (_ms, signal) => {
        caller.abort(new Error('enough'));
        signal.throwIfAborted();
      },
    });
    const fault = await fetch(ask('POST', { signal: caller.signal })).catch((error: unknown) => error);
    expect([(fault as Error).message, sent.length]).to.deep.equal(['enough', 1]);
  });
});
