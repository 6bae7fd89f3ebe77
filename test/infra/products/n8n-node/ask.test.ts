import { expect } from 'chai';
import { ask, type Question } from '../../../../infra/products/n8n-node/ask.ts';
import type { Context, HttpAnswer } from '../../../../infra/products/n8n-node/n8n.ts';

type Line = Parameters<typeof ask>[1];

describe('a request of a node for n8n', () => {
  /** Asks of a service that answers these, one after the other; an answer without a status is a broken connection. */
  const asked = async (line: Line, answers: readonly Partial<HttpAnswer>[], question?: Question) => {
    const keys: (string | undefined)[] = [];
    const answer = async (_credential: string, { headers = {} }: { headers?: Readonly<Record<string, string>> }) => {
      const next = answers[keys.length] ?? answers.at(-1);
      keys.push(headers['idempotency-key']);
      if (next?.statusCode === undefined) throw new Error('the connection broke');
      return { body: { id: 'c1' }, ...next, headers: { 'retry-after': '0', ...next.headers } };
    };
    const context = {
      getCredentials: async () => ({ baseUrl: 'https://social.example.com/v1/', apiKey: 'key' }),
      helpers: { httpRequestWithAuthentication: answer },
    } as unknown as Context;
    const outcome = await ask(context, line, question).then(
      (body) => JSON.stringify(body),
      (fault: Error) => fault.message,
    );
    return { outcome, attempts: keys.length, keys: new Set(keys).size };
  };
  const found = '{"id":"c1"}';
  const missing = { statusCode: 404, body: { error: { code: 'NOT_FOUND', message: 'Media not found' } } };

  it('is sent again where a read model is behind its own write, and is refused where it is not', async () => {
    const behind = { ...missing, headers: { 'x-stale': 'true' } };
    const read = await asked('GET /v1/media/c1', [behind, behind, { statusCode: 200 }]);
    expect([read.outcome, read.attempts]).to.deep.equal([found, 3]);
    expect(await asked('GET /v1/media/c1', [missing])).to.include({ outcome: 'Media not found', attempts: 1 });
  });

  it('is sent again under one key where the service is unavailable, five times at most', async () => {
    const question = { body: {}, idempotencyKey: 'one' };
    const away = { statusCode: 503, body: '' };
    const written = await asked('POST /v1/posts', [away, { statusCode: 429 }, { statusCode: 201 }], question);
    expect(written).to.deep.equal({ outcome: found, attempts: 3, keys: 1 });
    const given = await asked('POST /v1/posts', [away], question);
    expect([given.outcome, given.attempts]).to.deep.equal(['The service answered 503', 5]);
  });

  it('is not sent again where it may have been carried out', async () => {
    expect((await asked('POST /v1/posts', [{ statusCode: 503 }])).attempts).to.equal(1);
    expect((await asked('POST /v1/posts', [{}])).attempts).to.equal(1);
    expect((await asked('POST /v1/posts', [{ statusCode: 429 }, { statusCode: 201 }])).attempts).to.equal(2);
  });
});
