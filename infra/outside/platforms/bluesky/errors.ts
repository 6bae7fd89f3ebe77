import { z } from 'zod';
import type { Explain, Refusal } from '../http.ts';

const Body = z.object({ error: z.string(), message: z.string().optional(), error_description: z.string().optional() });

/** Errors of XRPC and of the authorization server that end a token, whatever their status (400 for an expired one). */
const deadToken = new Set([
  'ExpiredToken',
  'InvalidToken',
  'AuthMissing',
  'AuthenticationRequired',
  'AuthFactorTokenRequired',
  'invalid_token',
  'invalid_grant',
  'access_denied',
]);

const meaning = (status: number, error: string, words: string): Pick<Refusal, 'kind' | 'code'> => {
  if (deadToken.has(error) || status === 401) return { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (status === 429 || error === 'RateLimitExceeded') return { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  if (status >= 500) return { kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (/grapheme|record\/text|record\.text/i.test(words)) return { code: 'CONTENT_TOO_LONG' };
  if (/blob|image|mime/i.test(`${error} ${words}`) || error === 'PayloadTooLarge') return { code: 'MEDIA_REJECTED' };
  return { code: 'PUBLISH_ERROR' };
};

/**
 * The token is good and does not open this call: an app password without direct messages, for example (seen in the source of the PDS).
 * It comes as an invalid token.
 */
const notAllowed = /^bad token (scope|method)/i;

/** Maps every refusal of a PDS to the service's codes (observed on a running PDS). */
export const explain: Explain = (reply) => {
  if (reply.status < 400) return undefined;
  const body = Body.safeParse(reply.json).data;
  const error = body?.error ?? String(reply.status);
  const words = body?.message ?? body?.error_description ?? error;
  if (notAllowed.test(words))
    return { code: 'PUBLISH_ERROR', message: `${words}: the sign-in does not allow this call`, platformCode: error };
  return { ...meaning(reply.status, error, words), message: words, platformCode: error };
};
