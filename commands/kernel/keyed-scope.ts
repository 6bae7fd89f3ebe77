import type { Caller } from '../../read-api/contract/caller.ts';

/** What takes the place of the workspace for a person who is in none. */
export const personScope = (userId: string): string => `person ${userId}`;

/**
 * Where a caller's requests belong together: the workspace, or the person who is in none.
 * `undefined` for a caller who is neither.
 */
export const scopeOf = ({ workspaceId, userId }: Pick<Caller, 'workspaceId' | 'userId'>): string | undefined => {
  if (workspaceId !== '') return workspaceId;
  return userId === undefined ? undefined : personScope(userId);
};
