import { placesOf, type ApprovalGate } from '../../domain/posts/approval.ts';
import type { Accounts } from '../../domain/posts/commands.ts';
import { approvalGateOf } from '../approvals/approval-gate.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { callersWorkspace } from './callers-workspace.ts';

/**
 * What the caller's workspace demands of its posts, by its settings in the log. `accounts`: those of the post, where the
 * place that each publishes to counts.
 */
export const approvalGate = async (context: WriteContext, accounts?: Accounts): Promise<ApprovalGate | undefined> => {
  const gate = approvalGateOf(await callersWorkspace(context));
  return gate && accounts ? { ...gate, places: placesOf(accounts) } : gate;
};
