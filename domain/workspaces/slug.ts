import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation } from '../kernel/reservation.ts';

export const Slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'lowercase letters, digits and hyphens, not beginning with a hyphen');

export const SlugReserved = defineEvent('SlugReserved', z.object({ slug: z.string(), workspaceId: z.string() }), {
  description: 'A workspace claimed a slug.',
});
export const SlugReleased = defineEvent('SlugReleased', z.object({ slug: z.string(), workspaceId: z.string() }), {
  description: 'A slug became free again.',
});

export const slugEvents = [SlugReserved, SlugReleased] as const;
export type SlugEvent = EventOf<(typeof slugEvents)[number]>;

export const slugInUse = (slug: string): Refused =>
  new Refused('CONFLICT', `The slug ${slug} is already in use`, { field: 'slug' });

/** `workspaceSlug-<hash of the slug>`: one slug, for one workspace. */
export const slugReservation = reservation<Readonly<{ slug: string }>, SlugEvent>({
  category: 'workspaceSlug',
  capacity: 1,
  reserved: ({ holder, slug }) => [SlugReserved({ slug, workspaceId: holder })],
  released: ({ holder, slug }) => SlugReleased({ slug, workspaceId: holder }),
  evolve: (_, { type, data }) => (type === 'SlugReserved' ? { [data.workspaceId]: null } : {}),
  refusal: ({ slug }) => slugInUse(slug),
});
