import { expect } from 'chai';
import type { Reply } from '../../../../read-api/contract/endpoint.ts';
import { mayWrite } from '../../../../domain/workspaces/rights-of-roles.ts';
import { compileRoutes } from '../../../../infra/edge/http/route.ts';
import { sandboxEndpoints } from '../../../../infra/test-mode/api/sandbox-endpoints.ts';
import { freshId, startEdge } from '../../../support/edge.ts';
import { casesOf, type Credential, type Ids } from './coverage.ts';
import { everyRead, everyWrite } from './every-endpoint.ts';
import { expectSameNames } from '../../../support/same-names.ts';

/** The endpoints without their handlers: no request here may come so far. */
const reached: string[] = [];
const guarded = <E extends { id: string }>(endpoint: E) => ({
  ...endpoint,
  run: (): Promise<Reply> => {
    reached.push(endpoint.id);
    return Promise.resolve({});
  },
});
const sandbox = sandboxEndpoints({} as never);
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
    if ('role' in as) return { token: edge.credentials.addMember(ids.own, as.role).token };
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

  it('names what a writing request changes, or why no role decides', () => {
    const silent = [...routes, ...compileRoutes(sandbox.writes, sandbox.reads)].filter(
      ({ kind, isPublic, required }) =>
        kind === 'write' && !isPublic && (required.writes === undefined) === (required.by === undefined),
    );
    expect(silent.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });

  it('lets a viewer change nothing but what is their own', () => {
    const open = routes.filter(
      ({ kind, required: { writes } }) => kind === 'write' && writes !== undefined && mayWrite('VIEWER', writes),
    );
    expect(open.map(({ path }) => path)).to.deep.equal([]);
    const byThemselves = routes.filter(({ kind, required }) => kind === 'write' && required.by !== undefined);
    expect(byThemselves.map(({ required, endpoint }) => `${required.by} ${endpoint.id}`).sort()).to.deep.equal([
      'approver approvePost',
      'approver rejectPost',
      'operator rebuildReadModel',
      'operator unparkProcess',
      'operator unparkReadModel',
      'person acceptInvitation',
      'person acceptTransfer',
      'person addPasskey',
      'person beginPasskey',
      'person cancelMySubscription',
      'person changeMe',
      'person changePassword',
      'person confirmSecondFactor',
      'person createMyWorkspace',
      'person createWorkspace',
      'person declineTransfer',
      'person deleteMe',
      'person disableSecondFactor',
      'person disconnectApplication',
      'person endOtherSessions',
      'person endSession',
      'person offerSecondFactor',
      'person removeMember',
      'person removePasskey',
      'person renamePasskey',
      'person replaceRecoveryCodes',
      'person resumeMySubscription',
      'person saveNotificationPreferences',
      'person setAnalyticsClientId',
      'reader refreshAccountInsights',
      'reader refreshPostInsights',
    ]);
  });

  it('is in the OpenAPI document', async () => {
    const { status, body } = await edge.send('GET /v1/openapi.json');
    expect(status).to.equal(200);
    const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    const remedy = 'the document is made from the routes: see infra/edge/http/openapi/document.ts';
    expectSameNames(
      operations,
      routes.map(({ endpoint }) => endpoint.id),
      { missing: remedy, surplus: remedy },
    );
  });
});
