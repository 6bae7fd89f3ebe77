import { Refused } from '../../domain/kernel/refused.ts';
import { slugReservation } from '../../domain/workspaces/slug.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import { isSettled } from './owned-workspaces.ts';
import type { Steps } from './workspace-ports.ts';

const keyOf = (slug: string): string => reservationKey('workspaceSlug', slug);

/** The holder of a slug that does not use it: its creation never finished, or it took another slug since. */
const abandonedBy = async (heldBy: string, slug: string, steps: Steps): Promise<string | undefined> => {
  const holder = (await steps.load(workspace, heldBy, { shared: true }))?.state;
  if (holder?.status === 'active' && holder.slug === slug) return undefined;
  // A change of slug reserves first and changes then, so a holder with another slug is given the time for it.
  return isSettled(heldBy) ? heldBy : undefined;
};

/** Refuses a slug that somebody uses, before anything is reserved. */
export const refuseTakenSlug = async (slug: string, workspaceId: string, steps: Steps): Promise<string | undefined> => {
  const heldBy = (await steps.load(slugReservation, keyOf(slug), { shared: true }))?.state.heldBy;
  if (heldBy === undefined || heldBy === workspaceId) return undefined;
  const abandoned = await abandonedBy(heldBy, slug, steps);
  if (abandoned === undefined) throw new Refused('CONFLICT', `The slug ${slug} is already in use`, { field: 'slug' });
  return abandoned;
};

export const reserveSlug = async (slug: string, workspaceId: string, steps: Steps): Promise<void> => {
  const abandoned = await refuseTakenSlug(slug, workspaceId, steps);
  await steps.handle(
    slugReservation,
    keyOf(slug),
    { type: 'reserve-slug', slug, workspaceId, abandonedBy: abandoned },
    { shared: true, step: `reserve-slug-${workspaceId}`, workspaceId },
  );
};

export const releaseSlug = async (slug: string, workspaceId: string, steps: Steps): Promise<void> => {
  await steps.handle(
    slugReservation,
    keyOf(slug),
    { type: 'release-slug', slug, workspaceId },
    { shared: true, step: `release-slug-${workspaceId}`, workspaceId },
  );
};
