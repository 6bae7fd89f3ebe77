import { Refused } from '../kernel/refused.ts';
import { namedScopes, scopeExceptions, scopeGroups, type NamedScope, type Scope } from './scope-table.ts';

/**
 * What a route requires of its caller.
 * - `scope`: a key with that scope (or the other), the wildcard, or a session; with `anyRole` a session of any role.
 * - `read_only`: the group has no write scope; no key may write.
 * - `session`: a person; `refusal` UNAUTHORIZED is a 401 for keys, otherwise 403. `writes`: the
 *   resource that the person's role must allow them to change.
 * - `unmapped` and `wildcard`: a wildcard key or a session; named scopes never suffice.
 * - `admin`: an operator of the service, never a key. `public`: anyone.
 */
export type Requirement =
  | Readonly<{ kind: 'scope'; scope: NamedScope; or?: NamedScope; anyRole?: true }>
  | Readonly<{ kind: 'session'; refusal: 'AUTHORIZATION_ERROR' | 'UNAUTHORIZED'; writes?: string }>
  | Readonly<{ kind: 'read_only'; resource: string }>
  | Readonly<{ kind: 'unmapped' | 'wildcard' | 'admin' | 'public' }>;

const segments = (path: string): readonly string[] =>
  path
    .split('?')[0]!
    .split('/')
    .filter((one) => one !== '');

/** Compared without case and empty segments, as the router matches; a pattern's `:name` takes any one segment. */
const covers = (pattern: readonly string[], path: readonly string[], exact: boolean): boolean =>
  (exact ? pattern.length === path.length : pattern.length <= path.length) &&
  pattern.every((part, index) => part.startsWith(':') || part === path[index]?.toLowerCase());

const exceptions = scopeExceptions.map((exception) => ({ exception, pattern: segments(exception.path) }));

/** Longest pattern first, so that `/v1/workspaces/:id/api-keys` comes before `/v1/workspaces`. */
const groups = scopeGroups
  .flatMap((group) => group.paths.map((path) => ({ group, pattern: segments(path) })))
  .sort((one, other) => other.pattern.length - one.pattern.length);

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * The requirement of a request. `path` begins with `/v1`; it may be a route's template
 * (`/v1/posts/:id`) or a real path.
 */
export const requiredScope = (method: string, path: string): Requirement => {
  const verb = method.toUpperCase();
  const parts = segments(path);
  const asMethod = verb === 'HEAD' ? 'GET' : verb;
  const found = exceptions.find(
    ({ exception, pattern }) =>
      (exception.methods.includes('*') || exception.methods.includes(asMethod)) &&
      covers(pattern, parts, exception.exact === true),
  )?.exception;
  if (found !== undefined) {
    if ('scope' in found)
      return {
        ...{ kind: 'scope', scope: found.scope },
        ...(found.or !== undefined && { or: found.or }),
        ...(found.anyRole && { anyRole: true }),
      };
    if (found.kind !== 'session') return { kind: found.kind };
    const { refusal = 'AUTHORIZATION_ERROR', resource } = found;
    return { kind: 'session', refusal, ...(resource !== undefined && !isRead(verb) && { writes: resource }) };
  }
  const group = groups.find(({ pattern }) => covers(pattern, parts, false))?.group;
  if (group === undefined) return { kind: 'unmapped' };
  if (isRead(verb)) return { kind: 'scope', scope: `${group.resource}:read` };
  return group.methods === 'read'
    ? { kind: 'read_only', resource: group.resource }
    : { kind: 'scope', scope: `${group.resource}:write` };
};

/**
 * Whether an API key with these scopes fulfils a requirement. A session fulfils every one except
 * `admin`, which needs an operator.
 */
export const grants = (scopes: readonly string[], required: Requirement): boolean => {
  switch (required.kind) {
    case 'public':
      return true;
    case 'scope':
      return [required.scope, required.or, '*'].some((one) => one !== undefined && scopes.includes(one));
    case 'unmapped':
    case 'wildcard':
      return scopes.includes('*');
    case 'session':
    case 'read_only':
    case 'admin':
      return false;
  }
};

const refusalOf = (required: Requirement): Refused => {
  switch (required.kind) {
    case 'scope':
      return new Refused('AUTHORIZATION_ERROR', `This API key lacks the scope ${required.scope}`, {
        requiredScope: required.scope,
      });
    case 'session':
      return new Refused(required.refusal, 'This route needs a user session; API keys cannot use it');
    case 'read_only':
      return new Refused('AUTHORIZATION_ERROR', `API keys can only read ${required.resource}`, {
        resource: required.resource,
      });
    case 'admin':
    case 'public':
    case 'unmapped':
    case 'wildcard':
      return new Refused('AUTHORIZATION_ERROR', 'This route is not accessible with this API key');
  }
};

/**
 * Throws 403 AUTHORIZATION_ERROR (401 UNAUTHORIZED where a requirement states it) unless a key with
 * these scopes may pass.
 */
export const requireGrant = (scopes: readonly string[], required: Requirement): void => {
  if (!grants(scopes, required)) throw refusalOf(required);
};

const isNamed = (text: string): text is NamedScope => namedScopes.some((scope) => scope === text);

/** The scopes of a new or changed key, each once. Throws VALIDATION_ERROR for none, an unknown one, or `*` beside others. */
export const validateScopes = (strings: readonly string[]): readonly Scope[] => {
  const field = 'scopes';
  if (strings.length === 0) throw new Refused('VALIDATION_ERROR', 'An API key needs at least one scope', { field });
  const different = [...new Set(strings)];
  if (different.includes('*')) {
    if (different.length === 1) return ['*'];
    throw new Refused('VALIDATION_ERROR', 'The wildcard scope * must be the only scope', { field });
  }
  const unknown = different.filter((text) => !isNamed(text));
  if (unknown.length > 0)
    throw new Refused('VALIDATION_ERROR', `Unknown scope ${unknown.slice(0, 10).join(', ').slice(0, 300)}`, {
      field,
      unknown: unknown.slice(0, 10),
    });
  return different.filter(isNamed);
};
