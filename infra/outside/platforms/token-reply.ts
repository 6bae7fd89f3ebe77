import { z } from 'zod';
import type { Grant } from '../../../domain/platforms/connector.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** The answer of a token endpoint (RFC 6749, section 5.1). */
export const TokenReply = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  /** Separated by spaces, on some platforms by commas. */
  scope: z.string().optional(),
});

/** @param kept the refresh token that was presented. It stays valid if the answer brings no other. */
export const grantOf = (token: z.output<typeof TokenReply>, kept?: string): Grant => {
  const refreshToken = token.refresh_token ?? kept;
  return {
    credentials: { accessToken: token.access_token, ...defined({ refreshToken }) },
    ...defined({ expiresInSeconds: token.expires_in }),
    canAutoRefresh: refreshToken !== undefined,
    ...(token.scope !== undefined && { scopes: token.scope.split(/[ ,]+/) }),
  };
};
