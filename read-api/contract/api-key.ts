import { z } from 'zod';
import { expirationOf, type ApiKeyView } from '../../domain/workspaces/api-key-view.ts';
import { RevocationReason } from '../../domain/workspaces/revocation-reason.ts';

/** An API key in the form of every answer: never with its secret. */
export const ApiKeyReply = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.string()),
    allowedIps: z.array(z.string()),
    canApprove: z.boolean().meta({ description: 'Whether the key may approve and reject posts as its maker' }),
    createdBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    revocationReason: RevocationReason.optional().meta({
      description:
        'requested by a manager; maker_left: the person who made the key is no member any more; maker_lost_role: ' +
        'that person is no longer owner or administrator',
    }),
    expirationStatus: z.enum(['active', 'expiring_soon', 'expired']),
    daysUntilExpiration: z.int().nullable(),
  })
  .meta({ id: 'ApiKey' });

export const presentApiKey = (key: ApiKeyView, now: string) => ({ ...key, ...expirationOf(key.expiresAt, now) });
