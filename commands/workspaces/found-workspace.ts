import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { comparePlans, type Plan } from '../../domain/plans/plan.ts';
import type { Mode } from '../../domain/workspaces/mode.ts';
import type { WorkspaceSettings } from '../../domain/workspaces/settings.ts';
import { ownedWorkspaces } from '../../domain/workspaces/slots.ts';
import {
  workspace,
  workspaceView,
  type WorkspaceEvent,
  type WorkspaceView,
} from '../../domain/workspaces/workspace.ts';
import { ownedBy } from './owned-workspaces.ts';
import { refuseTakenSlug, releaseSlug, reserveSlug } from './reserve-slug.ts';
import type { Steps } from './workspace-ports.ts';

export type NewWorkspace = Readonly<{
  workspaceId: string;
  name: string;
  slug: string;
  logo: string | null;
  settings: WorkspaceSettings;
  mode: Mode;
  ownerId: string;
  /** The highest plan among the workspaces the owner has, where none is given. */
  plan?: Plan;
}>;

/**
 * Makes a workspace: a place among those its owner may own, the slug, then the workspace itself. What was taken is given
 * back when a later step refuses; what a crash leaves behind is given on when somebody else wants it.
 */
export const foundWorkspace = async (wanted: NewWorkspace, steps: Steps): Promise<WorkspaceView> => {
  const { workspaceId, ownerId, slug, plan: given, ...rest } = wanted;
  const { workspaces, gone } = await ownedBy(ownerId, steps);
  const plan =
    given ??
    workspaces
      .map((each) => each.plan)
      .sort(comparePlans)
      .at(-1) ??
    'free';
  const creation = {
    ...rest,
    settings: { ...rest.settings },
    type: 'create-workspace',
    workspaceId,
    slug,
    ownerId,
    plan,
  } as const;
  workspace.decide(creation, undefined);
  await refuseTakenSlug(slug, workspaceId, steps);
  const place = { shared: true, workspaceId } as const;
  await steps.handle(
    ownedWorkspaces,
    ownerId,
    { type: 'take-slot', holder: workspaceId, until: null, now: steps.now, gone },
    { ...place, step: 'take-place' },
  );
  try {
    await reserveSlug(slug, workspaceId, steps);
  } catch (error) {
    if (error instanceof Refused)
      await steps.handle(
        ownedWorkspaces,
        ownerId,
        { type: 'free-slot', holder: workspaceId },
        { ...place, step: 'free-place' },
      );
    throw error;
  }
  const { events } = await steps.handle(workspace, workspaceId, creation, { workspaceId, step: 'create-workspace' });
  return shownAfter(events);
};

/** The workspace is given back to nobody: its slug and its owner's place are free. Safe to repeat. */
export const releaseWorkspace = async (
  { id, slug, ownerId }: Readonly<{ id: string; slug: string; ownerId: string }>,
  steps: Steps,
): Promise<void> => {
  await releaseSlug(slug, id, steps);
  await steps.handle(
    ownedWorkspaces,
    ownerId,
    { type: 'free-slot', holder: id },
    { shared: true, workspaceId: id, step: `free-place-${id}` },
  );
};

export const shownAfter = (events: readonly Recorded<WorkspaceEvent>[]): WorkspaceView => {
  const shown = foldView(workspaceView, events);
  if (!shown) throw new Error('the workspace is gone');
  return shown;
};
