import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Plan } from '../plans/plan.ts';
import { invitationEvents } from './invitation.ts';
import { transferEvents } from './ownership-transfer.ts';
import { memberEvents } from './member.ts';
import { Mode } from '../kernel/mode.ts';
import { planEvents } from './plan-events.ts';
import { WorkspaceSettings } from './settings.ts';

export const WorkspaceCreated = defineEvent(
  'WorkspaceCreated',
  z.object({
    workspaceId: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    plan: Plan,
    mode: Mode,
    ownerId: z.string(),
    settings: WorkspaceSettings,
  }),
  { description: 'A workspace was created, permanently live or test.' },
);

export const WorkspaceRenamed = defineEvent('WorkspaceRenamed', z.object({ name: z.string() }), {
  description: 'The workspace was renamed.',
});

export const WorkspaceSlugChanged = defineEvent('WorkspaceSlugChanged', z.object({ slug: z.string() }), {
  description: 'The slug of the workspace changed.',
});

export const WorkspaceLogoChanged = defineEvent('WorkspaceLogoChanged', z.object({ logo: z.string().nullable() }), {
  description: 'The logo of the workspace was changed or removed.',
});

export const WorkspaceSettingsChanged = defineEvent(
  'WorkspaceSettingsChanged',
  z.object({ settings: WorkspaceSettings }),
  { description: 'The settings of the workspace changed; the event has all of them.' },
);

export const WorkspaceDeletionRequested = defineEvent(
  'WorkspaceDeletionRequested',
  z.object({ requestId: z.string(), requestedBy: z.string().nullable(), reason: z.string().nullable() }),
  { description: 'Deletion of the workspace was requested; nothing was deleted.' },
);

export const WorkspaceDeleted = defineEvent('WorkspaceDeleted', z.object({ deletedBy: z.string() }), {
  description: 'The workspace was deleted.',
});

export const WorkspaceErased = defineEvent('WorkspaceErased', z.object({}), {
  description: 'The secrets of a deleted workspace were destroyed.',
});

export const workspaceEvents = [
  WorkspaceCreated,
  WorkspaceRenamed,
  WorkspaceSlugChanged,
  WorkspaceLogoChanged,
  WorkspaceSettingsChanged,
  ...planEvents,
  ...memberEvents,
  WorkspaceDeletionRequested,
  WorkspaceDeleted,
  WorkspaceErased,
  ...invitationEvents,
  ...transferEvents,
] as const;

export type WorkspaceEvent = EventOf<(typeof workspaceEvents)[number]>;
