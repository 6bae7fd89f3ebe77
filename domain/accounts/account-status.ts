import { z } from 'zod';

/**
 * The statuses of a connected account, in the API's words. All but `disconnected` are the
 * reference's constants; the reference describes `disconnected` in lowercase.
 */
export const accountStatuses = ['ACTIVE', 'EXPIRED', 'ERROR', 'REVOKED', 'disconnected'] as const;

export const AccountStatus = z.enum(accountStatuses).meta({ id: 'AccountStatus' });
export type AccountStatus = z.infer<typeof AccountStatus>;

/** Reads a status in any casing. */
export const accountStatusFrom = (text: string): AccountStatus | undefined =>
  accountStatuses.find((status) => status.toLowerCase() === text.toLowerCase());

/** How an account fails: expired and error wait for a renewal or a reconnect, revoked only for a reconnect. */
export const tokenFailures = ['EXPIRED', 'ERROR', 'REVOKED'] as const;
export type TokenFailure = (typeof tokenFailures)[number];

export const disconnectReasons = ['user_disconnected', 'token_revoked', 'token_expired', 'platform_suspended'] as const;
export type DisconnectReason = (typeof disconnectReasons)[number];
