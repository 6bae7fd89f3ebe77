import { timeOfId } from '../../domain/kernel/ids.ts';
import { maxOwnedWorkspaces, ownedWorkspaces, type SlotState } from '../../domain/workspaces/slots.ts';
import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import type { Steps } from './workspace-ports.ts';

/** So long a creation may be under way before what it reserved counts as left behind. */
const creationMs = 60_000;

/** Whether something of this id must exist by now, if its creation went through. */
export const isSettled = (id: string): boolean => timeOfId(id) < Date.now() - creationMs;

export type Owned = Readonly<{
  workspaces: readonly Workspace[];
  /** Places held for workspaces that do not exist, or belong to others and are not on offer to this person. */
  gone: readonly string[];
}>;

/** The workspaces a person owns, by the streams themselves. At most three places and so at most three reads. */
export const ownedBy = async (userId: string, steps: Steps): Promise<Owned> => {
  const places: SlotState = (await steps.load(ownedWorkspaces, userId, { shared: true }))?.state ?? {};
  const workspaces: Workspace[] = [];
  const gone: string[] = [];
  for (const id of Object.keys(places).slice(0, 2 * maxOwnedWorkspaces)) {
    const state = (await steps.load(workspace, id, { shared: true }))?.state;
    if (state?.status === 'active' && state.ownerId === userId) workspaces.push(state);
    else if (state?.transfer?.targetUserId !== userId && (state !== undefined || isSettled(id))) gone.push(id);
  }
  return { workspaces, gone };
};
