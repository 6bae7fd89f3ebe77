import type { paths } from '@social-publishing/client/schema';
import { requiredScope } from '../../../../domain/access/scopes.ts';
import { leastRoleFor, mayWrite, type roles } from '../../../../domain/workspaces/rights-of-roles.ts';

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An operation of the API: `POST /v1/posts/{id}/publish`. */
export type Call = {
  [Path in keyof paths]: {
    [Each in Verb]: paths[Path] extends Readonly<Record<Lowercase<Each>, object>> ? `${Each} ${Path}` : never;
  }[Verb];
}[keyof paths];

/** What decides the rights of a person: their role in the workspace, and whether they operate the service. */
export type Person = Readonly<{ role: (typeof roles)[number]; isOperator: boolean }>;

/** Why the service refuses a call of this person, by the table that the service itself asks; undefined where it does not. */
export const refusalOf = (call: Call, { role, isOperator }: Person): string | undefined => {
  const [method = '', path = ''] = call.split(' ');
  const { kind, writes } = requiredScope(method, path);
  if (kind === 'admin') return isOperator ? undefined : 'Operators of the service do this.';
  if (writes === undefined || mayWrite(role, writes)) return undefined;
  return `Your role here is ${role.toLowerCase()}. This takes the role ${leastRoleFor(writes).toLowerCase()}.`;
};
