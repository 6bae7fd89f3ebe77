import { z } from 'zod';
import { Plan } from '../../domain/plans/plan.ts';
import { Mode } from '../../domain/kernel/mode.ts';
import { Role } from '../../domain/workspaces/role.ts';
import { WorkspaceSettings } from '../../domain/workspaces/settings.ts';

/** A workspace in the form of every answer; `role` is the caller's, where a person calls. */
export const WorkspaceReply = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    plan: Plan,
    topPlan: Plan.meta({ description: 'The highest plan that it has had: what that plan opened stays readable' }),
    mode: Mode,
    settings: WorkspaceSettings,
    ownerId: z.string(),
    graceUntil: z.string().nullable().meta({ description: 'Until when accounts beyond a lower plan stay active' }),
    role: Role.optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Workspace' });
