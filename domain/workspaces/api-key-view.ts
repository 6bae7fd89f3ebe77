import type { ViewFold } from '../kernel/decider.ts';
import type { ApiKeyEvent } from './api-key.ts';
import type { RevocationReason } from './revocation-reason.ts';

/** A key in the form of an answer, without what depends on the present (see `expirationOf`). */
export type ApiKeyView = Readonly<{
  id: string;
  name: string;
  prefix: string;
  scopes: readonly string[];
  allowedIps: readonly string[];
  canApprove: boolean;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** Absent while the key is not revoked. */
  revocationReason?: RevocationReason;
}>;

export const apiKeyView: ViewFold<ApiKeyView, ApiKeyEvent> = {
  evolve: (view, event) => {
    if (event.type === 'ApiKeyCreated') {
      const { apiKeyId: id, name, prefix, scopes, allowedIps, createdBy, expiresAt } = event.data;
      const createdAt = event.meta.occurredAt;
      const rights = { scopes, allowedIps, canApprove: false };
      return { id, name, prefix, ...rights, createdBy, createdAt, expiresAt, revokedAt: null };
    }
    if (!view) return undefined;
    if (event.type === 'ApiKeyRevoked') {
      const { reason: revocationReason } = event.data;
      return { ...view, revokedAt: event.meta.occurredAt, revocationReason };
    }
    return { ...view, ...event.data };
  },
};

const day = 86_400_000;

export type Expiration = Readonly<{
  expirationStatus: 'active' | 'expiring_soon' | 'expired';
  /** Whole days that are left, rounded up; 0 when it has expired, null when it never does. */
  daysUntilExpiration: number | null;
}>;

/** The expiration of a key at a moment. A key expires soon within its last seven days. */
export const expirationOf = (expiresAt: string | null, now: string): Expiration => {
  if (expiresAt === null) return { expirationStatus: 'active', daysUntilExpiration: null };
  const left = Date.parse(expiresAt) - Date.parse(now);
  if (left <= 0) return { expirationStatus: 'expired', daysUntilExpiration: 0 };
  return {
    expirationStatus: left <= 7 * day ? 'expiring_soon' : 'active',
    daysUntilExpiration: Math.ceil(left / day),
  };
};
