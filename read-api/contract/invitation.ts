import { z } from 'zod';
import { GivenRole } from '../../domain/workspaces/role.ts';

/** An open invitation in the form of every answer. */
export const InvitationReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    email: z.string(),
    role: GivenRole,
    status: z.literal('pending'),
    invitedBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'Invitation' });
export type InvitationReply = z.infer<typeof InvitationReply>;
