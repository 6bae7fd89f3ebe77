import { namedScopes } from '../../../../domain/access/scope-table.ts';
import { grants } from '../../../../domain/access/scopes.ts';
import { mayWrite, roles } from '../../../../domain/workspaces/rights-of-roles.ts';
import type { Role } from '../../../../domain/workspaces/role.ts';
import type { Route } from '../../../../infra/edge/http/route.ts';

/** With what a case comes: a key of these scopes, the session of a role, of the owner or of an operator, or nothing. */
export type Credential =
  | Readonly<{ scopes: readonly string[] }>
  | Readonly<{ role: Role }>
  | 'session'
  | 'operator'
  | 'anonymous';

/** One request that must be refused before the endpoint is reached. */
export type Case = Readonly<{
  title: string;
  line: string;
  as: Credential;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  expected: readonly [status: number, code: string];
}>;

/** A workspace of the member's, one that is not, and an id of nothing. */
export type Ids = Readonly<{ own: string; foreign: string; any: string }>;

const isWorkspacePath = (path: string): boolean => path.startsWith('/v1/workspaces/:');
const firstParameter = (path: string): string => /:([A-Za-z]+)/.exec(path)?.[1] ?? '';
const parametersOf = (path: string): string[] => [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);

/** Values that one kind of parameter or another takes. */
const plausible = (ids: Ids): readonly string[] => [
  ids.any,
  'twitter',
  'TWITTER',
  'voice',
  'a'.repeat(43),
  '2026-01-01',
];

/** A value for each parameter that the endpoint's own schema takes; `undefined` where none was found. */
const fill = ({ endpoint, path }: Route, ids: Ids): Record<string, string> | undefined => {
  const names = parametersOf(path);
  const filled = Object.fromEntries(names.map((name) => [name, ids.any]));
  if (isWorkspacePath(path)) filled[firstParameter(path)] = ids.own;
  if (!endpoint.params) return filled;
  const wrong = (): readonly string[] => {
    const parsed = endpoint.params?.safeParse(filled);
    return parsed?.success === false ? parsed.error.issues.map((issue) => String(issue.path[0])) : [];
  };
  for (const name of wrong()) {
    const value = plausible(ids).find((candidate) => {
      filled[name] = candidate;
      return !wrong().includes(name);
    });
    if (value === undefined) return undefined;
  }
  return filled;
};

const pathWith = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '');

/** What a credential must meet at a route that it does not reach. */
const scopeCases = ({ required, endpoint }: Route, line: string): Case[] => {
  const refused = [403, 'AUTHORIZATION_ERROR'] as const;
  const narrow = (scopes: readonly string[], title: string): Case => ({
    title,
    line,
    as: { scopes },
    expected: refused,
  });
  switch (required.kind) {
    case 'public':
      return [];
    case 'scope': {
      const others = namedScopes.filter((scope) => !grants([scope], required));
      return [narrow(others, `refuses a key with every scope but ${required.scope}`)];
    }
    case 'unmapped':
    case 'wildcard':
      return [narrow(namedScopes, 'refuses a key with every named scope')];
    case 'read_only':
      return [narrow(['*'], 'refuses the wildcard key')];
    case 'admin':
      return [
        narrow(['*'], 'refuses the wildcard key'),
        { title: 'refuses who is no operator', line, as: 'session', expected: [403, 'FORBIDDEN'] },
      ];
    case 'session': {
      const expected = required.refusal === 'UNAUTHORIZED' ? ([401, 'UNAUTHORIZED'] as const) : refused;
      return [
        { title: `refuses the wildcard key (${endpoint.id} needs a person)`, line, as: { scopes: ['*'] }, expected },
      ];
    }
  }
};

/** Roles that may not change what the route changes, and keys without the right to approve. */
const rightCases = ({ required, endpoint }: Route, line: string): Case[] => {
  const { writes } = required;
  const tooLow = writes === undefined ? [] : roles.filter((role) => !mayWrite(role, writes));
  return [
    ...tooLow.map((role): Case => ({
      title: `refuses the role ${role}`,
      line,
      as: { role },
      ...(endpoint.body && { body: {} }),
      expected: [403, 'FORBIDDEN'],
    })),
    ...(required.approves
      ? [
          {
            title: 'refuses a key with every scope that was not given the right to approve',
            line,
            as: { scopes: ['*'] },
            expected: [403, 'AUTHORIZATION_ERROR'] as const,
          },
        ]
      : []),
  ];
};

/** The refusals every endpoint owes, derived from nothing but what it declares. */
export const casesOf = (route: Route, ids: Ids): readonly Case[] => {
  const { method, path, endpoint, isPublic, required } = route;
  const person = required.kind === 'admin' ? 'operator' : 'session';
  const values = fill(route, ids);
  if (!values)
    throw new Error(
      `no plausible parameters for ${method} ${path}: add some to plausible() in test/infra/edge/endpoints/coverage.ts`,
    );
  const line = `${method} ${pathWith(path, values)}`;
  const cases: Case[] = [];
  if (!isPublic) {
    cases.push({ title: 'asks for a credential', line, as: 'anonymous', expected: [401, 'AUTHENTICATION_ERROR'] });
    cases.push(...scopeCases(route, line), ...rightCases(route, line));
  }
  for (const [name, value] of Object.entries(values)) {
    if (value !== ids.any && value !== ids.own) continue;
    const malformed = `${method} ${pathWith(path, { ...values, [name]: 'No-Id!' })}`;
    if (endpoint.params?.safeParse({ ...values, [name]: 'No-Id!' }).success) continue;
    cases.push({ title: `refuses a malformed ${name}`, line: malformed, as: person, expected: [400, 'BAD_REQUEST'] });
  }
  if (isWorkspacePath(path)) {
    const foreign = `${method} ${pathWith(path, { ...values, [firstParameter(path)]: ids.foreign })}`;
    cases.push({ title: 'knows no foreign workspace', line: foreign, as: 'session', expected: [404, 'NOT_FOUND'] });
  }
  if (endpoint.body) {
    const as = isPublic ? 'anonymous' : person;
    const refused = (title: string, body: unknown, expected: Case['expected'], type = 'application/json'): Case => ({
      title,
      line,
      as,
      body,
      headers: { 'content-type': type },
      expected,
    });
    cases.push(refused('refuses malformed JSON', '{"', [400, 'BAD_REQUEST']));
    cases.push(refused('refuses other types', 'a=b', [415, 'BAD_REQUEST'], 'application/x-www-form-urlencoded'));
    cases.push(refused('refuses JSON that is no object', '"text"', [400, 'VALIDATION_ERROR']));
  }
  return cases;
};
