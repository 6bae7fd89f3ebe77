import type { PlatformError } from '../platforms/platform-error.ts';

/**
 * Tells a token that was taken back from one that ran out, by the platform's own words: only they know. Graph subcodes: 458 the
 * app was removed, 460 the password changed (Meta: "Handling errors"). TikTok names it `auth_removed`.
 */
export const refusedTokenStatus = (error: Pick<PlatformError, 'message' | 'platformCode'>): 'EXPIRED' | 'REVOKED' => {
  const code = error.platformCode ?? '';
  const revoked =
    /revoked|auth_removed|deauthorized|has not authorized|removed the app/i.test(`${code} ${error.message}`) ||
    /(^|[/:.])(458|460)$/.test(code);
  return revoked ? 'REVOKED' : 'EXPIRED';
};
