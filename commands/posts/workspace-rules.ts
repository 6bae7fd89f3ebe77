import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { refuseRestricted } from '../../domain/accounts/account-registry.ts';
import type { Destination } from '../../domain/posts/values.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { placesOf, type ApprovalGate } from '../../domain/posts/approval.ts';
import type { Accounts } from '../../domain/posts/commands.ts';
import { approvalGateOf } from '../approvals/approval-gate.ts';

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

/** Refuses destinations on a platform that the workspace has not enabled. */
export const requireAllowedPlatforms = async (
  destinations: readonly Pick<Destination, 'platform'>[],
  context: WriteContext,
): Promise<void> => {
  const { allowedPlatforms } = effectiveSettings((await callersWorkspace(context))?.settings ?? {});
  for (const { platform } of destinations) refuseRestricted(platform, allowedPlatforms ?? []);
};

/**
 * What the caller's workspace demands of its posts, by its settings in the log. `accounts`: those of the post, where the
 * place that each publishes to counts.
 */
export const approvalGate = async (context: WriteContext, accounts?: Accounts): Promise<ApprovalGate | undefined> => {
  const gate = approvalGateOf(await callersWorkspace(context));
  return gate && accounts ? { ...gate, places: placesOf(accounts) } : gate;
};
