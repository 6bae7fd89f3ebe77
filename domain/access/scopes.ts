import { Refused } from '../kernel/refused.ts';
import { cutText } from '../kernel/stored-text.ts';
import type { Written } from '../workspaces/rights-of-roles.ts';
import { namedScopes, scopeExceptions, scopeGroups, type Actor, type NamedScope, type Scope } from './scope-table.ts';
import { defined } from '../kernel/defined.ts';

/**
 * What a route requires of its caller.
 * - `scope`: a key with that scope (or the other), the wildcard, or a session.
 * - `read_only`: the group has no write scope; no key may write.
 * - `session`: a person; `refusal` UNAUTHORIZED is a 401 for keys, otherwise 403. `application`: an application that acts
 *   for a person may pass with that scope.
 * - `unmapped` and `wildcard`: a wildcard key or a session; named scopes never suffice.
 * - `admin`: an operator of the service, never a key. `public`: anyone.
 *
 * `writes`: what the role of a person must allow them to change. `by`: who may write where no role decides. A route
 * with neither changes nothing. `approves`: a key needs the right to approve, which no scope includes.
 */
export type Requirement = Readonly<{ writes?: Written; by?: Actor; approves?: true }> &
  (
    | Readonly<{ kind: 'scope'; scope: NamedScope; or?: NamedScope }>
    | Readonly<{ kind: 'session'; refusal: 'AUTHORIZATION_ERROR' | 'UNAUTHORIZED'; application?: NamedScope }>
    | Readonly<{ kind: 'read_only'; resource: string }>
    | Readonly<{ kind: 'unmapped' | 'wildcard' | 'admin' | 'public' }>
  );

const segments = (path: string): readonly string[] =>
  path
    .split('?')[0]!
    .split('/')
    .filter((one) => one !== '');

/** Compared without case and empty segments, as the router matches; a pattern's `:name` takes any one segment. */
const covers = (
  pattern: readonly string[],
  path: readonly string[],
  { exact }: Readonly<{ exact: boolean }>,
): boolean =>
  (exact ? pattern.length === path.length : pattern.length <= path.length) &&
  pattern.every((part, index) => part.startsWith(':') || part === path[index]?.toLowerCase());

const exceptions = scopeExceptions.map((exception) => ({ exception, pattern: segments(exception.path) }));

/** Longest pattern first, so that `/v1/workspaces/:id/api-keys` comes before `/v1/workspaces`. */
const groups = scopeGroups
  .flatMap((group) => group.paths.map((path) => ({ group, pattern: segments(path) })))
  .sort((one, other) => other.pattern.length - one.pattern.length);

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

type Group = (typeof scopeGroups)[number];

/** What group and method require, where no exception says otherwise. */
const byGroup = (verb: string, group: Group | undefined): Requirement => {
  if (group === undefined) return { kind: 'unmapped' };
  if (isRead(verb)) return { kind: 'scope', scope: `${group.resource}:read` };
  return group.methods === 'read'
    ? { kind: 'read_only', resource: group.resource, writes: group.resource }
    : { kind: 'scope', scope: `${group.resource}:write`, writes: group.resource };
};

const isWritten = (resource: string): resource is Group['resource'] =>
  scopeGroups.some((group) => group.resource === resource);

/** What a scope lets its holder change: a GET that needs a `:write` scope changes something, or costs something. */
const writtenBy = (scope: NamedScope): Written | undefined => {
  const [resource = '', verb] = scope.split(':');
  return verb === 'write' && isWritten(resource) ? resource : undefined;
};

type Exception = (typeof scopeExceptions)[number];

/** What an exception requires of callers and credentials, without the rights of roles. */
const ofException = (exception: Exception, verb: string, group: Group | undefined): Requirement => {
  if (!('kind' in exception)) {
    if (exception.scope === undefined) return byGroup(verb, group);
    const written = writtenBy(exception.scope);
    return {
      kind: 'scope',
      scope: exception.scope,
      ...defined({ or: exception.or, writes: written }),
    };
  }
  if (exception.kind !== 'session') return { kind: exception.kind };
  const { refusal = 'AUTHORIZATION_ERROR', applications } = exception;
  const general = applications ? byGroup(verb, group) : undefined;
  return { kind: 'session', refusal, ...(general?.kind === 'scope' && { application: general.scope }) };
};

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
      covers(pattern, parts, { exact: exception.exact === true }),
  )?.exception;
  const group = groups.find(({ pattern }) => covers(pattern, parts, { exact: false }))?.group;
  if (found === undefined) return byGroup(verb, group);
  const { writes: general, ...required } = ofException(found, verb, group);
  if (isRead(verb)) return general === undefined ? required : { ...required, writes: general };
  if (found.by !== undefined) return { ...required, by: found.by, ...(found.approves && { approves: true }) };
  const written = found.writes ?? general;
  return {
    ...required,
    ...defined({ writes: written }),
    ...(found.approves && { approves: true }),
  };
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

const withoutScope = (holder: string, requiredScope: NamedScope): Refused =>
  new Refused('AUTHORIZATION_ERROR', `This ${holder} lacks the scope ${requiredScope}`, { requiredScope });

/** The scope that an application which acts for a person needs; undefined where it may not pass with any. */
export const scopeForApplication = (required: Requirement): NamedScope | undefined => {
  if (required.kind === 'scope') return required.scope;
  return required.kind === 'session' ? required.application : undefined;
};

/** Throws 403 AUTHORIZATION_ERROR unless an application with these scopes may pass. The role of its person decides beside it. */
export const requireApplicationGrant = (scopes: readonly string[], required: Requirement): void => {
  const scope = scopeForApplication(required);
  if (grants(scopes, required) || (scope !== undefined && scopes.includes(scope))) return;
  throw scope === undefined
    ? new Refused('AUTHORIZATION_ERROR', 'An application that acts for a person may not use this route')
    : withoutScope('application', scope);
};

const refusalOf = (required: Requirement): Refused => {
  switch (required.kind) {
    case 'scope':
      return withoutScope('API key', required.scope);
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
    throw new Refused('VALIDATION_ERROR', `Unknown scope ${cutText(unknown.slice(0, 10).join(', '), 300)}`, {
      field,
      unknown: unknown.slice(0, 10),
    });
  return different.filter(isNamed);
};
