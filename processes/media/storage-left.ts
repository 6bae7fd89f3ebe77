import { bytesLeft, type StoredBytesOf } from '../../domain/media/storage-room.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';

const maxAgeMs = 60_000;

/** How many bytes a file may have that an action fetches or makes for its workspace. */
export const storageLeft = async (
  { workspaceId, load }: Pick<ActContext, 'workspaceId' | 'load'>,
  storedBytes: StoredBytesOf,
): Promise<number> => {
  const state = (await load(workspace, workspaceId, { maxAgeMs }))?.state;
  return state ? bytesLeft(state.plan, await storedBytes(workspaceId)) : Infinity;
};
