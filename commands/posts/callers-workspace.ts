import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

const loads = new WeakMap<WriteContext, Promise<Workspace | undefined>>();

/**
 * The caller's workspace from the log, loaded once for a request: what was answered before the request is in it, on every node.
 */
export const callersWorkspace = (context: WriteContext): Promise<Workspace | undefined> => {
  const known = loads.get(context);
  if (known) return known;
  const loading = context.load(workspace, context.caller.workspaceId).then((loaded) => loaded?.state);
  loads.set(context, loading);
  return loading;
};
