import { z } from 'zod';
import type { Mode } from '../../domain/kernel/mode.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { user } from '../../domain/users/user.ts';
import { mayManage, roleOf } from '../../domain/workspaces/role.ts';
import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { Id, NameOf } from '../../read-api/contract/fields.ts';
import type { WorkspacePorts } from './ports.ts';

export const workspaceParams = z.object({ id: Id });

export const Name = NameOf(100);

/** Refuses a logo or avatar that the service does not host itself, and takes the metadata out of its own. */
export const adoptPicture = async (
  field: string,
  url: string | null | undefined,
  { isHosted, bare }: Pick<WorkspacePorts, 'isHosted' | 'bare'>,
): Promise<void> => {
  if (url === undefined || url === null) return;
  if (!isHosted(url))
    throw new Refused('VALIDATION_ERROR', `${field}: must be the URL of a file this service hosts`, { field });
  await bare(url);
};

/** The workspace, read from the log. */
export const currentWorkspace = async (id: string, context: WriteContext): Promise<Workspace> => {
  const state = (await context.load(workspace, id))?.state;
  if (state?.status !== 'active') throw notFound('workspace');
  return state;
};

/** Refuses a person who does not manage the workspace. A key got its scopes from a person who does. */
export const requireManager = async (id: string, context: WriteContext): Promise<Workspace> => {
  const state = await currentWorkspace(id, context);
  const { kind, userId } = context.caller;
  if (kind === 'session' && !mayManage(roleOf(state.members, userId)))
    throw new Refused('FORBIDDEN', 'Only the owner and administrators may do this');
  return state;
};

/** Whether the caller is a system administrator. A key is never one. */
export const isSystemAdmin = async ({ caller, load }: WriteContext): Promise<boolean> => {
  if (caller.kind !== 'session' || caller.userId === undefined) return false;
  const state = (await load(user, caller.userId, { shared: true }))?.state;
  return state?.deleted === false && state.isSystemAdmin;
};

/**
 * The mode of a workspace that the caller founds: a person of test mode founds test workspaces, also
 * where they are in no workspace or in a live one.
 */
export const modeOfFounder = async ({ caller, load }: WriteContext): Promise<Mode> => {
  if (caller.userId === undefined) return caller.mode;
  const registered = (await load(user, caller.userId, { shared: true }))?.events[0];
  return registered?.meta.mode === 'test' ? 'test' : caller.mode;
};

/**
 * The calling person. For a key it is its creator; unknown only for keys from before creators were
 * recorded.
 */
export const personOf = ({ caller }: WriteContext): string => {
  if (caller.userId === undefined) throw new Refused('FORBIDDEN', 'This needs a person');
  return caller.userId;
};
