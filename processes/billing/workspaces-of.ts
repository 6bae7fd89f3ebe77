import { ownedWorkspaces } from '../../domain/workspaces/slots.ts';
import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';

/** Far more places than a person may have. */
const maxPlaces = 20;

/** The workspaces that a person owns, by their own streams. */
export const workspacesOf = async (
  ownerId: string,
  { load }: Pick<ActContext, 'load'>,
): Promise<readonly Workspace[]> => {
  const places = (await load(ownedWorkspaces, ownerId, 'latest', { shared: true }))?.state ?? {};
  const owned: Workspace[] = [];
  for (const id of Object.keys(places).slice(0, maxPlaces)) {
    const state = (await load(workspace, id, 'latest', { shared: true }))?.state;
    if (state?.status === 'active' && state.ownerId === ownerId) owned.push(state);
  }
  return owned;
};
