import { z } from 'zod';
import { expirationOf, type ApiKeyView } from '../../domain/workspaces/api-key-view.ts';

/** An API key in the form of every answer: never with its secret. */
export const ApiKeyReply = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.string()),
    allowedIps: z.array(z.string()),
    createdBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    expirationStatus: z.enum(['active', 'expiring_soon', 'expired']),
    daysUntilExpiration: z.int().nullable(),
  })
  .meta({ id: 'ApiKey' });

export const presentApiKey = (key: ApiKeyView, now: string) => ({ ...key, ...expirationOf(key.expiresAt, now) });
