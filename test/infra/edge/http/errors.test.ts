import { expect } from 'chai';
import { RevisionConflict, StoreUnavailable } from '../../../../domain/kernel/event-store.ts';
import { Refused, type RefusalCode } from '../../../../domain/kernel/refused.ts';
import { refusalStatus } from '../../../../read-api/contract/refusal-status.ts';
import { DatabaseUnavailable } from '../../../../infra/stores/postgres/unavailable.ts';
import { readEndpoint } from '../../../../read-api/kernel/endpoint.ts';
import { documentationUrlOf, errorGuide, type ErrorCode } from '../../../../infra/edge/http/error-guide.ts';
import { startEdge } from '../../../support/edge.ts';

let thrown: unknown;
const failing = readEndpoint({
  method: 'GET',
  path: '/v1/posts',
  id: 'failing',
  summary: 'Throws what its query names',
  run: () => Promise.reject(thrown),
});

describe('errors at the edge', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let token: string;
  before(async () => {
    edge = await startEdge({ reads: [failing] });
    token = edge.credentials.addKey().secret;
  });
  after(() => edge.stop());

  const answerTo = (error: unknown) => {
    thrown = error;
    return edge.send('GET /v1/posts', { token });
  };

  it('give each refusal its status, its code and its details', async () => {
    for (const code of Object.keys(refusalStatus) as RefusalCode[]) {
      const { status, body, headers } = await answerTo(new Refused(code, 'because', { field: 'x' }));
      expect(status, code).to.equal(refusalStatus[code]);
      expect(body).to.deep.equal({
        error: {
          code,
          message: 'because',
          details: { field: 'x' },
          requestId: headers.get('x-request-id'),
          documentationUrl: `/v1/docs/errors#${code}`,
        },
      });
    }
  });

  it('are each described where the answer says, with words for what to do', async () => {
    const page = String((await edge.send('GET /v1/docs/errors')).body);
    for (const code of [...Object.keys(refusalStatus), 'INTERNAL_ERROR'] as ErrorCode[]) {
      expect(documentationUrlOf(code)).to.equal(`/v1/docs/errors#${code}`);
      expect(page, code).to.contain(`<h2 id="${code}">`);
      const { means, remedy } = errorGuide[code];
      expect(
        [means, remedy].filter((words) => !words.endsWith('.')),
        code,
      ).to.deep.equal([]);
    }
    expect(page.match(/<h2 /g)).to.have.length(Object.keys(refusalStatus).length + 1);
  });

  it('answer a refusal with the status of another code where it names one, and state how long to wait', async () => {
    const limit = await answerTo(
      new Refused('LIMIT_EXCEEDED', 'no more keys', undefined, { answeredAs: 'BAD_REQUEST' }),
    );
    expect([limit.status, 'details' in limit.body.error]).to.deep.equal([400, false]);
    const wait = await answerTo(new Refused('RATE_LIMITED', 'later', { retryAfterSeconds: 17 }));
    expect(wait.headers.get('retry-after')).to.equal('17');
  });

  it('make a race lost three times a conflict', async () => {
    const { status, body } = await answerTo(new RevisionConflict('post-1'));
    expect([status, body.error.code]).to.deep.equal([409, 'CONFLICT']);
    expect(JSON.stringify(body)).not.to.contain('post-1');
  });

  it('make a dependency that is away 503, to be tried again', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
    for (const error of [new StoreUnavailable('store at 10.0.0.7'), new DatabaseUnavailable(refused), refused]) {
      const { status, body, headers } = await answerTo(error);
      expect([status, body.error.code, headers.get('retry-after')]).to.deep.equal([503, 'SERVICE_UNAVAILABLE', '2']);
      expect(JSON.stringify(body)).not.to.contain('10.0.0.7');
    }
  });

  it('say nothing of the inside, but log it under the request id', async () => {
    for (const error of [
      new Error('password is hunter2'),
      'just a string',
      undefined,
      new TypeError('x of undefined'),
    ]) {
      const { status, body, headers } = await answerTo(error);
      expect([status, body.error.code]).to.deep.equal([500, 'INTERNAL_ERROR']);
      expect(Object.keys(body.error).sort()).to.deep.equal(['code', 'documentationUrl', 'message', 'requestId']);
      expect(JSON.stringify(body)).not.to.contain('hunter2');
      const faults = edge.logged.filter(({ level }) => level === 'error');
      expect(faults.at(-1)).to.include({ requestId: headers.get('x-request-id'), route: '/v1/posts' });
    }
  });

  it('do not log refusals as faults', async () => {
    const before = edge.logged.length;
    await answerTo(new Refused('NOT_FOUND', 'no'));
    expect(edge.logged.slice(before).filter(({ level }) => level !== 'info')).to.deep.equal([]);
  });
});
