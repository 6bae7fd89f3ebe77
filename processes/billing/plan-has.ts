import { allows, type Feature } from '../../domain/plans/plan.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';

/**
 * Whether the plan of the workspace has a feature now: it may have been lowered after an automation
 * was made. Only the plan in the log decides.
 */
export const planHas = async (
  feature: Feature,
  context: Pick<ActContext, 'load' | 'workspaceId'>,
): Promise<boolean> => {
  const plan = (await context.load(workspace, context.workspaceId))?.state?.plan;
  return plan === undefined || allows(plan, feature);
};
