import type { Caller } from '../../commands/kernel/caller.ts';
import { requireGrant, type Requirement } from '../../domain/access/scopes.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { workspaceInPath } from './authenticate.ts';

/** Refuses an API key whose scopes do not reach a route. A session has every right its role gives. */
export const requireScope = (caller: Caller, required: Requirement): void => {
  if (caller.kind === 'api_key') requireGrant(caller.scopes, required);
};

/** Another's workspace does not exist for the caller, and a person without any has to join or create one first. */
export const requireWorkspace = (caller: Caller, url: string, needsWorkspace: boolean, wished: boolean): void => {
  const inPath = workspaceInPath(url);
  if (inPath !== undefined && inPath !== caller.workspaceId) throw notFound('workspace');
  if (caller.workspaceId !== '' || !needsWorkspace) return;
  if (wished) throw notFound('workspace');
  throw new Refused('FORBIDDEN', 'You are not a member of any workspace yet');
};
