import type { Caller } from '../../../read-api/contract/caller.ts';
import { requireGrant, type Requirement } from '../../../domain/access/scopes.ts';
import { notFound, Refused } from '../../../domain/kernel/refused.ts';
import { mayWrite, Role } from '../../../domain/workspaces/role.ts';

/**
 * Refuses an API key without the scope of the route or without the right to approve, a person whose role may not write
 * there, and non-operators at operator routes.
 */
export const requireScope = (caller: Caller, required: Requirement): void => {
  if (caller.kind === 'api_key') {
    requireGrant(caller.scopes, required);
    if (required.approves && !caller.canApprove)
      throw new Refused('AUTHORIZATION_ERROR', 'This API key was not given the right to approve (canApprove)');
    return;
  }
  if (required.kind === 'admin' && !caller.operator)
    throw new Refused('FORBIDDEN', 'Only an operator of this service may do this');
  const { writes: resource } = required;
  if (resource === undefined || caller.role === undefined) return;
  const role = Role.safeParse(caller.role);
  // An unknown role, from a later version, has read access.
  if (!(role.success && mayWrite(role.data, resource)))
    throw new Refused('FORBIDDEN', `The role ${caller.role} cannot change this`, { role: caller.role, resource });
};

/**
 * A workspace of others does not exist for the caller. A person without a workspace has to create
 * or join one first.
 */
export const requireWorkspace = (
  caller: Caller,
  {
    inPath,
    needsWorkspace,
    wished,
  }: Readonly<{ inPath: string | undefined; needsWorkspace: boolean; wished: boolean }>,
): void => {
  if (inPath !== undefined && inPath !== caller.workspaceId) throw notFound('workspace');
  if (caller.workspaceId !== '' || !needsWorkspace) return;
  if (wished) throw notFound('workspace');
  throw new Refused('FORBIDDEN', 'You are not a member of any workspace yet');
};
