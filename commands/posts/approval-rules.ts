import type { ApprovalGate } from '../../domain/posts/approval.ts';
import { approvalGateOf } from '../kernel/approval-gate.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { callersWorkspace } from './callers-workspace.ts';

/** What the caller's workspace demands of its posts, by its settings in the log. */
export const approvalGate = async (context: WriteContext): Promise<ApprovalGate | undefined> =>
  approvalGateOf(await callersWorkspace(context));
