import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { unreachable } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';

export const Slug = z
  .string()
  .min(2)
  .max(50)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'lowercase letters, digits and hyphens, not beginning with a hyphen');

export const SlugReserved = defineEvent('SlugReserved', z.object({ slug: z.string(), workspaceId: z.string() }), {
  description: 'A workspace took a slug for itself.',
});
export const SlugReleased = defineEvent('SlugReleased', z.object({ slug: z.string(), workspaceId: z.string() }), {
  description: 'A slug became free again.',
});

export const slugEvents = [SlugReserved, SlugReleased] as const;
export type SlugEvent = EventOf<(typeof slugEvents)[number]>;

export type SlugState = Readonly<{ heldBy: string | undefined }>;

export type SlugCommand =
  | Readonly<{
      type: 'reserve-slug';
      slug: string;
      workspaceId: string;
      /** A holder found not to exist or not to use the slug: left behind when its creation did not finish. */
      abandonedBy?: string | undefined;
    }>
  | Readonly<{ type: 'release-slug'; slug: string; workspaceId: string }>;

/** One stream a slug, `workspaceSlug-<hash of the slug>`: two workspaces that want the same one meet here. */
export const slugReservation: Decider<SlugState, SlugCommand, SlugEvent> = {
  category: 'workspaceSlug',
  initial: { heldBy: undefined },
  decide: (command, { heldBy }) => {
    const { slug, workspaceId } = command;
    switch (command.type) {
      case 'reserve-slug':
        if (heldBy === workspaceId) return [];
        if (heldBy !== undefined && heldBy !== command.abandonedBy)
          throw new Refused('CONFLICT', `The slug ${slug} is already in use`, { field: 'slug' });
        return [SlugReserved({ slug, workspaceId })];
      case 'release-slug':
        return heldBy === workspaceId ? [SlugReleased({ slug, workspaceId })] : [];
      default:
        return unreachable(command);
    }
  },
  evolve: (_state, event) => ({ heldBy: event.type === 'SlugReserved' ? event.data.workspaceId : undefined }),
};
