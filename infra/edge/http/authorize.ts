import type { Caller } from '../../../read-api/contract/caller.ts';
import { requireGrant, type Requirement } from '../../../domain/access/scopes.ts';
import { notFound, Refused } from '../../../domain/kernel/refused.ts';
import { mayWrite, Role } from '../../../domain/workspaces/role.ts';

/**
 * Refuses an API key without the scope of the route, a person whose role may not write there, and
 * non-operators at operator routes.
 */
export const requireScope = (caller: Caller, required: Requirement): void => {
  if (caller.kind === 'api_key') return requireGrant(caller.scopes, required);
  if (required.kind === 'admin' && !caller.operator)
    throw new Refused('FORBIDDEN', 'Only an operator of this service may do this');
  if (required.kind !== 'scope' || caller.role === undefined) return;
  const [resource = '', verb] = required.scope.split(':');
  const role = Role.safeParse(caller.role);
  // An unknown role, from a later version, has read access.
  if (verb === 'write' && !(role.success && mayWrite(role.data, resource)))
    throw new Refused('FORBIDDEN', `The role ${caller.role} cannot change this`, { role: caller.role, resource });
};

/**
 * A workspace of others does not exist for the caller. A person without a workspace has to create
 * or join one first.
 */
export const requireWorkspace = (
  caller: Caller,
  inPath: string | undefined,
  needsWorkspace: boolean,
  wished: boolean,
): void => {
  if (inPath !== undefined && inPath !== caller.workspaceId) throw notFound('workspace');
  if (caller.workspaceId !== '' || !needsWorkspace) return;
  if (wished) throw notFound('workspace');
  throw new Refused('FORBIDDEN', 'You are not a member of any workspace yet');
};
