import type { ApprovalGate } from '../../domain/posts/approval.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { approvalGateOf } from '../kernel/approval-gate.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** What the caller's workspace demands of its posts, by its settings in the log. */
export const approvalGate = async ({ caller, load }: WriteContext): Promise<ApprovalGate | undefined> =>
  approvalGateOf((await load(workspace, caller.workspaceId))?.state);
