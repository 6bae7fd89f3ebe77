import { z } from 'zod';

/** Why a key was revoked: a manager asked for it, or its maker left the workspace or may no longer make keys. */
export const RevocationReason = z.enum(['requested', 'maker_left', 'maker_lost_role']);
export type RevocationReason = z.infer<typeof RevocationReason>;
