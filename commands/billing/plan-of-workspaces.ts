import type { Plan } from '../../domain/plans/plan.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { ownedBy } from '../workspaces/owned-workspaces.ts';

/** Gives every workspace of a person the plan of their subscription. */
export const spreadPlan = async (
  ownerId: string,
  plan: Plan,
  context: Pick<WriteContext, 'handle' | 'load' | 'preview' | 'newId' | 'now'>,
): Promise<void> => {
  for (const { id } of await ownedBy(ownerId, context))
    await context.handle(workspace, id, { type: 'change-plan', plan }, { workspaceId: id, step: `plan-${id}` });
};
