import { hash } from 'node:crypto';
import { allows, type Plan } from '../../domain/plans/plan.ts';
import type { ApprovalGate, Digest } from '../../domain/posts/approval.ts';
import { effectiveSettings, type WorkspaceSettings } from '../../domain/workspaces/settings.ts';

/** SHA-256, in hexadecimal. */
export const digest: Digest = (text) => hash('sha256', text);

/**
 * What a workspace demands of its posts. Its settings act while its plan has approvals: otherwise a workspace that gave
 * up the plan could neither approve its posts nor publish them.
 */
export const approvalGateOf = (
  workspace: Readonly<{ plan: Plan; settings: WorkspaceSettings }> | undefined,
): ApprovalGate | undefined => {
  if (!workspace || !allows(workspace.plan, 'approvals')) return undefined;
  const settings = effectiveSettings(workspace.settings);
  if (!settings.require_approval) return undefined;
  return { content: settings.approve_content === true, schedule: settings.approve_schedule === true, digest };
};
