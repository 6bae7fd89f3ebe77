import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { comparePlans, type Plan } from '../../domain/plans/plan.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { WorkspaceSettings } from '../../domain/workspaces/settings.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { workspaceView, type WorkspaceView } from '../../domain/workspaces/workspace-view.ts';
import { type WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { orStored } from '../kernel/claim.ts';
import { claimOwnership, ownedBy, releaseOwnership } from './owned-workspaces.ts';
import { refuseTakenSlug, releaseSlug, reserveSlug } from './reserve-slug.ts';
import type { Steps } from './ports.ts';

export type NewWorkspace = Readonly<{
  workspaceId: string;
  name: string;
  slug: string;
  logo: string | null;
  settings: WorkspaceSettings;
  mode: Mode;
  ownerId: string;
  /** The plan of the owner's subscription, or the highest among their workspaces, unless one is given. */
  plan?: Plan;
}>;

/**
 * Creates a workspace: claims a place among those its owner may own, then the slug, then creates
 * the workspace itself. The place is released when the slug is refused. Claims that a crash leaves
 * behind lapse when another request needs them.
 */
export const foundWorkspace = (wanted: NewWorkspace, steps: Steps): Promise<WorkspaceView> =>
  orStored(
    () => found(wanted, steps),
    async () => {
      const stored = await steps.load(workspace, wanted.workspaceId, { shared: true });
      return stored && foldView(workspaceView, stored.events);
    },
  );

const found = async (wanted: NewWorkspace, steps: Steps): Promise<WorkspaceView> => {
  const { workspaceId, ownerId, slug, plan: given, ...rest } = wanted;
  const plan = given ?? (await planOf(ownerId, steps));
  const creation = {
    ...rest,
    settings: { ...rest.settings },
    type: 'create-workspace',
    workspaceId,
    slug,
    ownerId,
    plan,
  } as const;
  const options = { workspaceId, step: 'create-workspace', fresh: true };
  await steps.preview(workspace, workspaceId, creation, options);
  await refuseTakenSlug(slug, workspaceId, steps);
  await claimOwnership(ownerId, workspaceId, steps);
  try {
    await reserveSlug(slug, workspaceId, steps);
  } catch (error) {
    if (error instanceof Refused) await releaseOwnership(ownerId, workspaceId, steps, 'free-place');
    throw error;
  }
  const { events } = await steps.handle(workspace, workspaceId, creation, options);
  return viewAfter(events);
};

/** The plan of a person's subscription, or the highest among the workspaces they own. */
const planOf = async (ownerId: string, steps: Steps): Promise<Plan> => {
  const owned = await ownedBy(ownerId, steps);
  const subscribed = (await steps.load(subscription, ownerId, { shared: true }))?.state;
  const highest = owned
    .map(({ plan }) => plan)
    .sort(comparePlans)
    .at(-1);
  return subscribed?.plan ?? highest ?? 'free';
};

/** Releases the slug and the owner's place of a deleted workspace. Idempotent. */
export const releaseWorkspace = async (
  { id, slug, ownerId }: Readonly<{ id: string; slug: string; ownerId: string }>,
  steps: Steps,
): Promise<void> => {
  await releaseSlug(slug, id, steps);
  await releaseOwnership(ownerId, id, steps, `free-place-${id}`);
};

export const viewAfter = (events: readonly Recorded<WorkspaceEvent>[]): WorkspaceView => {
  const view = foldView(workspaceView, events);
  if (!view) throw new Error('the workspace is deleted');
  return view;
};
