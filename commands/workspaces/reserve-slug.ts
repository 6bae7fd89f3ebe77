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

/** Whether another workspace uses a slug, or has reserved it. */
const isTaken = async (slug: string, workspaceId: string, steps: Steps): Promise<boolean> => {
  const reserved = (await steps.load(slugReservation, keyOf(slug), { shared: true }))?.state ?? {};
  const [holder] = holdersAt(reserved, steps.now);
  return holder !== undefined && holder !== workspaceId && usesSlug(slug, steps)(holder);
};

/** Refuses a slug that another workspace uses, before anything is reserved. */
export const refuseTakenSlug = async (slug: string, workspaceId: string, steps: Steps): Promise<void> => {
  if (await isTaken(slug, workspaceId, steps)) throw slugInUse(slug);
};

/** `acme`, or the first of `acme-2` to `acme-99` where a workspace uses it. */
export const freeSlug = async (slug: string, workspaceId: string, steps: Steps): Promise<string> => {
  for (let nth = 1; nth < 100; nth += 1) {
    const candidate = nth === 1 ? slug : `${slug}-${nth}`;
    if (!(await isTaken(candidate, workspaceId, steps))) return candidate;
  }
  throw slugInUse(slug);
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
