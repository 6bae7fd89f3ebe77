import { expect } from 'chai';
import type { Reply } from '../../../../read-api/contract/endpoint.ts';
import { compileRoutes } from '../../../../infra/edge/http/route.ts';
import { freshId, startEdge } from '../../../support/edge.ts';
import { casesOf, type Credential, type Ids } from './coverage.ts';
import { everyRead, everyWrite } from './every-endpoint.ts';
import { expectSameNames } from '../../../support/same-names.ts';

/** The endpoints as they are, but for what they do: none of these requests may come so far. */
const reached: string[] = [];
const guarded = <E extends { id: string }>(endpoint: E) => ({
  ...endpoint,
  run: (): Promise<Reply> => {
    reached.push(endpoint.id);
    return Promise.resolve({});
  },
});
const writes = everyWrite.map(guarded);
const reads = everyRead.map(guarded);
const routes = compileRoutes(writes, reads);

describe('every endpoint', () => {
  const ids: Ids = { own: freshId(), foreign: freshId(), any: freshId() };
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let session: string;
  let operator: string;
  before(async () => {
    edge = await startEdge({ writes, reads });
    session = edge.credentials.addPerson(ids.own).token;
    operator = edge.credentials.addPerson(ids.own).token;
    edge.credentials.operators.add(operator);
  });
  after(() => edge.stop());

  const tokenFor = (as: Credential): { token?: string } => {
    if (as === 'anonymous') return {};
    if (as === 'session') return { token: session };
    if (as === 'operator') return { token: operator };
    return { token: edge.credentials.addKey({ workspaceId: ids.own, scopes: as.scopes }).secret };
  };

  for (const route of routes) {
    describe(`${route.method} ${route.path}`, () => {
      for (const { title, line, as, body, headers, expected } of casesOf(route, ids)) {
        it(title, async () => {
          const {
            status,
            body: reported,
            headers: given,
          } = await edge.send(line, { ...tokenFor(as), body, ...(headers ? { headers } : {}) });
          expect([status, reported.error.code]).to.deep.equal(expected);
          expect(reported.error.requestId).to.equal(given.get('x-request-id'));
          expect(given.has('x-ratelimit-limit')).to.equal(as !== 'anonymous' && route.counted);
          expect(reached).to.deep.equal([]);
        });
      }
    });
  }

  it('is in the OpenAPI document', async () => {
    const { status, body } = await edge.send('GET /v1/openapi.json');
    expect(status).to.equal(200);
    const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    const remedy = 'the document is made from the routes: see infra/edge/http/openapi.ts';
    expectSameNames(
      operations,
      routes.map(({ endpoint }) => endpoint.id),
      { missing: remedy, surplus: remedy },
    );
  });
});
