import { maxOwnedWorkspaces, ownedWorkspaces } from '../../domain/workspaces/slots.ts';
import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import { claim, isPastGrace } from '../kernel/claim.ts';
import type { Steps } from './ports.ts';

/**
 * The workspaces that a person owns, by their own streams. A person has at most three places; twice
 * as many are read, because a place may still be held for a deleted workspace.
 */
export const ownedBy = async (userId: string, steps: Steps): Promise<readonly Workspace[]> => {
  const places = (await steps.load(ownedWorkspaces, userId, { shared: true }))?.state ?? {};
  const owned: Workspace[] = [];
  for (const id of Object.keys(places).slice(0, 2 * maxOwnedWorkspaces)) {
    const state = (await steps.load(workspace, id, { shared: true }))?.state;
    if (state?.status === 'active' && state.ownerId === userId) owned.push(state);
  }
  return owned;
};

/** Claims a place for a workspace among those that a person may own. */
export const claimOwnership = (userId: string, workspaceId: string, steps: Steps): Promise<void> =>
  claim(
    ownedWorkspaces,
    {
      id: userId,
      holder: workspaceId,
      terms: {},
      step: 'take-place',
      // A workspace counts that the person owns, that is offered to them, or that is being created.
      isValid: async (id) => {
        const state = (await steps.load(workspace, id, { shared: true }))?.state;
        if (!state) return !isPastGrace(id);
        return (state.status === 'active' && state.ownerId === userId) || state.transfer?.targetUserId === userId;
      },
      options: { shared: true, workspaceId },
    },
    steps,
  );

/** Releases the place of a workspace. */
export const releaseOwnership = async (
  userId: string,
  workspaceId: string,
  steps: Steps,
  step: string,
): Promise<void> => {
  await steps.handle(
    ownedWorkspaces,
    userId,
    { type: 'release', holder: workspaceId },
    { shared: true, workspaceId, step },
  );
};
