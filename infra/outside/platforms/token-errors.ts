import { z } from 'zod';
import type { Explain } from './http.ts';

const TokenError = z.object({ error: z.string(), error_description: z.string().optional() });

const isClientError = (error: string): boolean => error === 'invalid_client' || error === 'unauthorized_client';

/**
 * The errors of a token endpoint (RFC 6749, section 5.2). A wrong registration is the operator's to mend. Any other refusal
 * needs the person's consent again.
 */
export const tokenErrors =
  (isMisconfigured: (error: string) => boolean): Explain =>
  (reply) => {
    if (reply.status < 400 || reply.status >= 500 || reply.status === 429) return undefined;
    const body = TokenError.safeParse(reply.json).data;
    const misconfigured = body !== undefined && isMisconfigured(body.error);
    return {
      kind: misconfigured ? 'refused' : 'unauthorized',
      code: misconfigured ? 'PUBLISH_ERROR' : 'ACCOUNT_DISCONNECTED',
      message: body?.error_description ?? body?.error ?? 'the token endpoint refused',
      ...(body && { platformCode: body.error }),
    };
  };

export const explainTokenError = tokenErrors(isClientError);
