import { randomUUID } from 'node:crypto';
import { compileRoutes, type Route } from '../../../../infra/edge/http/route.ts';
import { sandboxEndpoints } from '../../../../infra/test-mode/api/sandbox-endpoints.ts';
import { everyRead, everyWrite } from '../endpoints/every-endpoint.ts';
import { bodies } from './bodies.ts';
import type { Example } from '../../../../infra/edge/http/openapi/examples.ts';
import type { Home } from './home.ts';
import { written } from './written.ts';
import type { Asked } from './making.ts';
import { situations } from './situations.ts';

const sandbox = sandboxEndpoints({} as never);
export const everyRoute: readonly Route[] = compileRoutes(
  [...everyWrite, ...sandbox.writes],
  [...everyRead, ...sandbox.reads],
);

const namesIn = (path: string): string[] => [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);

const usual: Readonly<Record<string, readonly string[]>> = {
  platform: ['twitter', 'TWITTER'],
  tag: ['vip'],
  name: ['posts', 'destinations'],
};

/** Every way to fill the parameters of a path with what the workspace has, a few at most. */
const paramsOf = ({ path }: Route, { byName, byGroup }: Home): readonly Record<string, string>[] => {
  const [, , group = '', kind] = path.split('/');
  const valuesOf = (name: string): readonly string[] =>
    (name === 'id' ? (byGroup[`${group}/${kind}`] ?? byGroup[group]) : (byName[name] ?? usual[name])) ?? [];
  return namesIn(path)
    .reduce<readonly Record<string, string>[]>(
      (filled, name) => filled.flatMap((one) => valuesOf(name).map((value) => ({ ...one, [name]: value }))),
      [{}],
    )
    .slice(0, 24);
};

const queries: Readonly<Record<string, Record<string, string>>> = {
  getEventCatalogue: { type: 'HashtagSetCreated' },
  getDowngradeReadiness: { targetPlan: 'starter' },
};

const queryOf = ({ endpoint, path }: Route): Record<string, string> | undefined =>
  queries[endpoint.id] ?? (path.endsWith('/diff') ? { from: '2026-01-01T00:00:00Z' } : undefined);

/** Moves and ends what others use: asked last. */
const isLast = ({ method, endpoint }: Route): number =>
  ['advanceSandboxClock', 'setSandboxUsage'].includes(endpoint.id)
    ? 3
    : method === 'GET'
      ? 0
      : method === 'DELETE'
        ? 2
        : 1;

/** An answer that is no JSON, or has no end. */
const isFile = ({ endpoint }: Route): boolean => endpoint.streams !== undefined;

const send = async (route: Route, home: Home, { params = {}, query, body, headers, token }: Asked) => {
  const path = route.path.slice('/v1'.length).replace(/:([A-Za-z]+)/g, (_, name: string) => params[name] ?? '');
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const tokens =
    token !== undefined
      ? [token]
      : route.required.kind === 'admin'
        ? [home.service.demo.sessionToken]
        : route.required.kind === 'session'
          ? [home.sessionToken]
          : [home.apiKey, home.sessionToken];
  // A busy machine may answer 503: the repeat names the same request.
  const keyed = { 'idempotency-key': randomUUID(), ...headers };
  let last: Awaited<ReturnType<Home['ask']>> | undefined;
  for (const each of tokens) {
    do last = await home.ask(each, `${route.method} ${path}${search}`, body, keyed);
    while (last.status === 503);
    if (last.status !== 401 && last.status !== 403) break;
  }
  if (!last) throw new Error('a request has a token');
  return last;
};

const recordedOf = (
  route: Route,
  { params, query, body }: Asked,
  answer: Awaited<ReturnType<typeof send>>,
): Example => ({
  request: {
    ...(params && Object.keys(params).length > 0 && { params }),
    ...(query && { query }),
    ...(body !== undefined && { body }),
  },
  status: answer.status,
  ...(!isFile(route) && answer.status !== 204 && { response: answer.body }),
});

/** Asks every operation until it succeeds, and reports those that never did. */
export const recordExamples = async (
  home: Home,
): Promise<Readonly<{ recorded: ReadonlyMap<string, Example>; refused: readonly string[] }>> => {
  const recorded = new Map<string, Example>();
  const refused: string[] = [];
  const inOrder = everyRoute
    .filter(({ endpoint }) => endpoint.id !== 'streamEvents' && !(endpoint.id in written))
    .toSorted((one, other) => isLast(one) - isLast(other));
  for (const route of inOrder) {
    const { id } = route.endpoint;
    try {
      const situation = situations[id];
      const query = queryOf(route);
      const asked: readonly Asked[] = situation
        ? [await situation(home)]
        : paramsOf(route, home).map((params) => ({
            params,
            ...(query && { query }),
            ...(bodies[id] && { body: bodies[id](home) }),
          }));
      let last = 'has nothing to fill its path with';
      for (const each of asked) {
        const answer = await send(route, home, each);
        if (answer.status < 300) {
          recorded.set(id, recordedOf(route, each, answer));
          break;
        }
        last = `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
      }
      if (!recorded.has(id)) refused.push(`${id}: ${last}`);
    } catch (error) {
      refused.push(`${id}: ${String(error).slice(0, 300)}`);
    }
  }
  return { recorded, refused };
};
