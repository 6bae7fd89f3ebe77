import { holdersAt } from '../../domain/kernel/reservation.ts';
import { slugInUse, slugReservation } from '../../domain/workspaces/slug.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { claim, isPastGrace } from '../kernel/claim.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { Steps } from './ports.ts';

const keyOf = (slug: string): string => reservationKey('workspaceSlug', slug);

/** Whether the holder of a slug uses it. A workspace that is being created, or is changing to the slug, has reserved it first. */
const usesSlug = (slug: string, steps: Steps) => async (holder: string) => {
  const state = (await steps.load(workspace, holder, { shared: true }))?.state;
  return (state?.status === 'active' && state.slug === slug) || !isPastGrace(holder);
};

/** Refuses a slug that another workspace uses, before anything is reserved. */
export const refuseTakenSlug = async (slug: string, workspaceId: string, steps: Steps): Promise<void> => {
  const reserved = (await steps.load(slugReservation, keyOf(slug), { shared: true }))?.state ?? {};
  const [holder] = holdersAt(reserved, steps.now);
  if (holder === undefined || holder === workspaceId) return;
  if (await usesSlug(slug, steps)(holder)) throw slugInUse(slug);
};

export const reserveSlug = (slug: string, workspaceId: string, steps: Steps): Promise<void> =>
  claim(
    slugReservation,
    {
      id: keyOf(slug),
      holder: workspaceId,
      terms: { slug },
      step: `reserve-slug-${workspaceId}`,
      isValid: usesSlug(slug, steps),
      options: { shared: true, workspaceId },
    },
    steps,
  );

export const releaseSlug = async (slug: string, workspaceId: string, steps: Steps): Promise<void> => {
  await steps.handle(
    slugReservation,
    keyOf(slug),
    { type: 'release', holder: workspaceId, slug },
    { shared: true, step: `release-slug-${workspaceId}`, workspaceId },
  );
};
