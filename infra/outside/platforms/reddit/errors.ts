import { z } from 'zod';
import type { Explain, PlatformReply, Refusal } from '../http.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** Refusals that come with status 200: `json.errors` holds `[code, words, field]` (recorded answers of the real API). */
const SubmitErrors = z.object({
  json: z.object({
    errors: z.array(z.array(z.string().nullable()).min(2)).min(1),
    ratelimit: z.number().optional(),
  }),
});
const Body = z.object({
  message: z.string().optional(),
  reason: z.string().nullish(),
  explanation: z.string().optional(),
  error_type: z.string().optional(),
  error: z.union([z.number(), z.string()]).optional(),
});

const units: Readonly<Record<string, number>> = { millisecond: 0.001, second: 1, minute: 60, hour: 3600 };

/** Reddit's wait in its message: "try again in 9 minutes", "Take a break for 20 seconds". */
export const waitIn = (words: string): number | undefined => {
  const [, amount, unit = ''] = /(\d+) (millisecond|second|minute|hour)s?/i.exec(words) ?? [];
  const seconds = Number(amount) * (units[unit.toLowerCase()] ?? NaN);
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds));
};

const refusalWith200 = ({ json }: PlatformReply): Refusal | undefined => {
  const reported = SubmitErrors.safeParse(json).data?.json;
  const [code, words] = reported?.errors[0] ?? [];
  if (!reported || !code) return undefined;
  const message = words ?? code;
  if (code === 'RATELIMIT') {
    const wait = reported.ratelimit === undefined ? waitIn(message) : Math.max(1, Math.ceil(reported.ratelimit));
    return {
      kind: 'not_stored',
      code: 'PLATFORM_RATE_LIMIT',
      message,
      platformCode: code,
      ...defined({ retryAfterSeconds: wait }),
    };
  }
  if (code === 'USER_REQUIRED')
    return { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED', message, platformCode: code };
  if (code === 'TOO_LONG') return { code: 'CONTENT_TOO_LONG', message, platformCode: code };
  return { code: 'PUBLISH_ERROR', message, platformCode: code };
};

/** Reddit's refusals, by status or inside a success. */
export const explain: Explain = (reply): Refusal | undefined => {
  if (reply.status < 400) return refusalWith200(reply);
  const body = Body.safeParse(reply.json).data ?? {};
  const message = body.explanation ?? body.message ?? 'request refused';
  const platformCode = body.reason ?? body.error_type ?? String(reply.status);
  const reported = { message, platformCode };
  if (reply.status === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (reply.status === 429) return { ...reported, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  if (reply.status >= 500) return undefined;
  if (/MIME|FILE_?(TYPE|SIZE)|UNSUPPORTED_FILE/i.test(platformCode)) return { ...reported, code: 'MEDIA_REJECTED' };
  if (/TOO_LONG/.test(platformCode)) return { ...reported, code: 'CONTENT_TOO_LONG' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};

/** The token endpoint: `invalid_grant` needs the person again, a bad client the operator. */
export const explainToken: Explain = (reply) => {
  const body = Body.safeParse(reply.json).data;
  const error = typeof body?.error === 'string' ? body.error : undefined;
  if (reply.status >= 500 || reply.status === 429 || (reply.status < 400 && error === undefined)) return undefined;
  const client = reply.status === 401 || error === 'unauthorized_client' || error === 'unsupported_grant_type';
  return {
    kind: client ? 'refused' : 'unauthorized',
    code: client ? 'PUBLISH_ERROR' : 'ACCOUNT_DISCONNECTED',
    message: error ?? body?.message ?? 'the token endpoint refused',
    platformCode: error ?? String(reply.status),
  };
};
