import type { WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import type { Endpoint } from '../../../read-api/contract/endpoint.ts';
import type { ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { requiredScope, type Requirement } from '../../../domain/access/scopes.ts';
import { openBelow, type OpenRoute } from '../../../domain/plans/open-below.ts';
import type { LimitedEndpoint } from '../access/rate-limit.ts';
import { defaultBodyLimit } from './read-body.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** The properties of an endpoint that hold for every request, computed once. */
type Common = Readonly<{
  /** The path pattern, for labels. */
  path: string;
  method: string;
  isPublic: boolean;
  required: Requirement;
  /** Answers about a workspace, so it refuses a person without one. */
  needsWorkspace: boolean;
  /** Counted by the rate limiter and answered with the rate headers. */
  counted: boolean;
  limited: LimitedEndpoint | undefined;
  /** How it stays open below the plan of its feature. */
  openBelow: OpenRoute | undefined;
  /** Takes an Idempotency-Key. */
  keyed: boolean;
  /** Whether the answer of a keyed request is stored. */
  storesAnswer: boolean;
  bodyLimit: number;
}>;

export type WriteRoute = Common & Readonly<{ kind: 'write'; endpoint: WriteEndpoint }>;
export type ReadRoute = Common & Readonly<{ kind: 'read'; endpoint: ReadEndpoint }>;
export type Route = WriteRoute | ReadRoute;

/** Endpoints with their own rate limit beside the general one (Limits). */
const limitedPaths: Readonly<Record<string, LimitedEndpoint>> = {
  'GET /v1/users/me/export': 'data-export',
  'GET /v1/workspaces/:id/request-history': 'request-history',
};

/**
 * The sandbox simulates the world around the service: a test's requests to it are not use of the
 * API.
 */
export const isCounted = (path: string): boolean => path !== '/v1/sandbox' && !path.startsWith('/v1/sandbox/');

/**
 * What a person without a workspace may do: read their account, create or join a workspace, operate
 * the service.
 */
const withoutWorkspace = /^\/v1\/(admin\/|workspaces$|users(\/|$)|invitations(\/|$))/;

const requirementOf = ({ access, method, path }: Endpoint<never>): Requirement => {
  const required = requiredScope(method, path);
  if (access === undefined || required.kind === access) return required;
  if (access === 'public') return { kind: 'public' };
  const { writes, by } = required;
  return {
    kind: 'session',
    refusal: 'AUTHORIZATION_ERROR',
    ...defined({ writes, by }),
  };
};

const common = (kind: Route['kind'], endpoint: Endpoint<never>, required: Requirement): Common => ({
  path: endpoint.path,
  method: endpoint.method,
  required,
  isPublic: required.kind === 'public',
  needsWorkspace: !withoutWorkspace.test(endpoint.path),
  counted: isCounted(endpoint.path),
  limited: limitedPaths[`${endpoint.method} ${endpoint.path}`],
  openBelow: openBelow(endpoint.method, endpoint.path),
  keyed: kind === 'write' && required.kind !== 'public' && (endpoint.idempotent ?? endpoint.method === 'POST'),
  storesAnswer: endpoint.storesAnswer ?? true,
  bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
});

const shape = (path: string): string => path.replace(/:[^/]+/g, ':');

/** At the first differing segment a fixed name comes before a parameter, so `/posts/validate` is not a post's id. */
const bySpecificity = (a: Route, b: Route): number => {
  const [left, right] = [a.path.split('/'), b.path.split('/')];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [one = '', two = ''] = [left[index], right[index]];
    if (one.startsWith(':') !== two.startsWith(':')) return one.startsWith(':') ? 1 : -1;
    if (one !== two && !one.startsWith(':')) return one < two ? -1 : 1;
  }
  return 0;
};

/**
 * All endpoints, most specific path first. Two endpoints with the same method and path, or with the
 * same id, fail at start-up.
 */
export const compileRoutes = (writes: readonly WriteEndpoint[], reads: readonly ReadEndpoint[]): readonly Route[] => {
  const routes: Route[] = [
    ...writes.map((endpoint) => ({
      kind: 'write' as const,
      endpoint,
      ...common('write', endpoint, requirementOf(endpoint)),
    })),
    ...reads.map((endpoint) => ({
      kind: 'read' as const,
      endpoint,
      ...common('read', endpoint, requirementOf(endpoint)),
    })),
  ];
  const taken = new Set<string>();
  for (const { method, path, endpoint } of routes) {
    if (!path.startsWith('/v1/')) throw new Error(`${path} does not begin with /v1/`);
    for (const name of [`${method} ${shape(path)}`, endpoint.id]) {
      if (taken.has(name)) throw new Error(`${name} is declared twice`);
      taken.add(name);
    }
  }
  return routes.sort(bySpecificity);
};
