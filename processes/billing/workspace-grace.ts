import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { processOf } from '../kernel/process.ts';
import { pauseAccounts } from './fit-accounts.ts';

/** A workspace whose plan became lower. ISO 8601. */
export type InGrace = Readonly<{ workspaceId: string; graceUntil: string }>;

/**
 * Pauses the accounts beyond the plan of a workspace when the grace after a lower plan ends, whether the subscription
 * became less or the workspace was handed over.
 */
export const workspaceGrace = processOf<InGrace, InGrace>()({
  name: 'workspace-grace',
  description: 'Pauses accounts beyond a lower plan when its grace ends.',
  beginsByItself: true,
  on: {
    WorkspacePlanChanged: (_, { stream, data: { graceUntil } }) =>
      graceUntil === null ? undefined : { workspaceId: idOfStream(stream), graceUntil },
    WorkspaceGraceEnded: () => undefined,
  },
  instancesOf: ({ stream }) => idOfStream(stream),
  next: (state) => ({ at: state.graceUntil, action: state }),
  act: async ({ workspaceId, graceUntil }, context) => {
    const state = (await context.load(workspace, workspaceId))?.state;
    if (state?.status !== 'active' || state.grace?.until !== graceUntil) return context.endInstance();
    const kept =
      (await context.load(subscription, state.ownerId, 'latest', { shared: true }))?.state?.keptAccounts ?? [];
    const fitting = { workspaceId, plan: state.plan, kept, step: `grace/${graceUntil}` };
    const pausedAccounts = await pauseAccounts(fitting, context);
    const command = { type: 'end-grace', graceUntil, pausedAccounts } as const;
    await context.send(workspace, workspaceId, command, { step: `end-grace/${graceUntil}` });
  },
});
