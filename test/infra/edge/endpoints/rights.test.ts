import { expect } from 'chai';
import fc from 'fast-check';
import { grants } from '../../../../domain/access/scopes.ts';
import { mayWrite } from '../../../../domain/workspaces/rights-of-roles.ts';
import type { GivenRole } from '../../../../domain/workspaces/role.ts';
import { compileRoutes, type WriteRoute } from '../../../../infra/edge/http/route.ts';
import { useRunningService } from '../../../support/running-service.ts';
import { until } from '../../../support/until.ts';
import { queryText, rightfulOf, type Asked } from './asked-of.ts';
import { everyRead, everyWrite } from './every-endpoint.ts';
import { inhabit, type Inhabited } from './inhabited.ts';

const runs = 1;
const atOnce = 6;
const seed = 20_261_125;

/** Every route that changes something of the workspace, so that a role or a scope decides about it. */
const writing = compileRoutes(everyWrite, everyRead).filter(
  (route): route is WriteRoute => route.kind === 'write' && !route.isPublic && route.required.writes !== undefined,
);
const called = ({ method, path }: WriteRoute): string => `${method} ${path}`;

describe('requests with bodies that fit, of those who may not', function () {
  this.timeout(180_000);
  const service = useRunningService();
  let home: Inhabited;
  before(async () => {
    home = await inhabit(service());
  });

  const inHome = { headers: {} as Record<string, string> };
  before(() => {
    inHome.headers = { 'x-workspace-id': home.workspaceId };
  });

  const ask = (token: string, route: WriteRoute, { params, query, body }: Asked) => {
    const path = route.path.slice('/v1'.length).replace(/:([A-Za-z]+)/g, (_, name: string) => params[name] ?? '');
    const headers = token.startsWith('svc_') ? {} : inHome.headers;
    return service().ask(token, `${route.method} ${path}${queryText(query)}`, body, headers);
  };

  /** The answers to some requests at each of these routes, as lines to compare. */
  const answersAt = async (routes: readonly WriteRoute[], token: string): Promise<readonly string[]> => {
    const lines: string[] = [];
    const queue = routes
      .flatMap((route, index) =>
        fc.sample(rightfulOf(route, home), { seed: seed + index, numRuns: runs }).map((asked) => ({ route, asked })),
      )
      .values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const { route, asked } of queue) {
          const { status, body } = await ask(token, route, asked);
          lines.push(`${status} ${body?.error?.code ?? ''} ${called(route)}`);
        }
      }),
    );
    return lines;
  };
  /** Those of the lines that are not refused in one of these ways. */
  const but = (lines: readonly string[], ...refusals: string[]): readonly string[] =>
    lines.filter((line) => !refusals.some((refusal) => line.startsWith(refusal)));

  /** Streams of the workspace that hold an event of one of these actors. */
  const writtenBy = async (...actors: string[]): Promise<readonly string[]> => {
    const ofHome = new Set<string>();
    const found: string[] = [];
    const head = await service().store.head();
    const stop = new AbortController();
    for await (const { events, to } of service().store.follow('start', { signal: stop.signal })) {
      for (const { stream, type, meta } of events) {
        if (meta.workspaceId === home.workspaceId) ofHome.add(stream);
        if (ofHome.has(stream) && actors.includes(meta.actor.id)) found.push(`${type} in ${stream}`);
      }
      if (!head || to.commit >= head.commit) break;
    }
    stop.abort();
    return found;
  };

  const member = async (role: GivenRole): Promise<{ userId: string; sessionToken: string }> => {
    const { body } = await service().ask(home.apiKey, 'POST /sandbox/members', { role });
    return body as { userId: string; sessionToken: string };
  };
  const keyWith = async (more: object): Promise<{ id: string; key: string }> => {
    const line = `POST /workspaces/${home.workspaceId}/api-keys`;
    const { body } = await service().ask(home.sessionToken, line, { name: 'Robot', scopes: ['*'], ...more });
    await until('the key is known', async () => (await service().ask(body.data.key, 'GET /platforms')).status !== 401);
    return body.data as { id: string; key: string };
  };

  for (const role of ['VIEWER', 'EDITOR', 'MEMBER'] as const)
    it(`are refused by the role ${role}, and nothing is recorded`, async () => {
      const { userId, sessionToken } = await member(role);
      const closed = writing.filter(({ required: { writes } }) => writes !== undefined && !mayWrite(role, writes));
      expect(closed.length).to.be.greaterThan(20);
      expect(but(await answersAt(closed, sessionToken), '403 FORBIDDEN')).to.deep.equal([]);
      expect(await writtenBy(userId)).to.deep.equal([]);
    });

  it('are refused by members who were removed', async () => {
    // A person without a workspace may ask less often than the routes are many.
    const atMost = 35;
    for (let from = 0; from < writing.length; from += atMost) {
      const { userId, sessionToken } = await member('ADMIN');
      const line = `DELETE /workspaces/${home.workspaceId}/members/${userId}`;
      expect((await service().ask(home.sessionToken, line)).status).to.equal(200);
      const lines = await answersAt(writing.slice(from, from + atMost), sessionToken);
      expect(but(lines, '404 NOT_FOUND', '403 FORBIDDEN')).to.deep.equal([]);
      expect(await writtenBy(userId)).to.deep.equal([]);
    }
  });

  it('are refused with a key that was narrowed, and with one that has expired', async () => {
    const narrowed = await keyWith({});
    const line = `PATCH /workspaces/${home.workspaceId}/api-keys/${narrowed.id}`;
    await service().ask(home.sessionToken, line, { scopes: ['hashtag-sets:read'] });
    const byKey = writing.filter(({ required }) => !grants(['hashtag-sets:read'], required));
    expect(byKey.length).to.equal(writing.length);
    const refusals = ['403 AUTHORIZATION_ERROR', '401 UNAUTHORIZED POST /v1/bulk-generate'];
    expect(but(await answersAt(byKey, narrowed.key), ...refusals)).to.deep.equal([]);

    const now = Date.parse(String((await service().ask(home.apiKey, 'GET /sandbox/clock')).body.now));
    const expired = await keyWith({ expiresAt: new Date(now + 3_600_000).toISOString() });
    await service().ask(home.apiKey, 'POST /sandbox/clock/advance', { seconds: 3700 });
    expect(but(await answersAt(writing, expired.key), '401 AUTHENTICATION_ERROR')).to.deep.equal([]);
    expect(await writtenBy(narrowed.id, expired.id)).to.deep.equal([]);
  });

  it('change nothing of a workspace with the key of another one', async () => {
    const other = await service().workspace('agency');
    await answersAt(writing, other.apiKey);
    const { body } = await service().ask(other.sessionToken, `GET /workspaces/${other.workspaceId}/api-keys`);
    const ids = (body.data as { id: string }[]).map(({ id }) => id);
    expect(ids).not.to.deep.equal([]);
    expect(await writtenBy(...ids)).to.deep.equal([]);
  });
});
