import type { PlatformError } from '../platforms/platform-error.ts';

/**
 * Distinguishes a revoked token from an expired one by the platform's own error. Graph subcodes:
 * 458 the app was removed, 460 the password changed (Meta: "Handling errors"). TikTok names it
 * `auth_removed`.
 */
export const refusedTokenStatus = (error: Pick<PlatformError, 'message' | 'platformCode'>): 'EXPIRED' | 'REVOKED' => {
  const code = error.platformCode ?? '';
  const revoked =
    /revoked|auth_removed|deauthorized|has not authorized|removed the app/i.test(`${code} ${error.message}`) ||
    /(^|[/:.])(458|460)$/.test(code);
  return revoked ? 'REVOKED' : 'EXPIRED';
};
