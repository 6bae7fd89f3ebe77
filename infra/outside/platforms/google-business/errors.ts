import { z } from 'zod';
import type { Explain, Refusal } from '../http.ts';
import { tokenErrors } from '../token-errors.ts';
import { saysInTurn } from '../words.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Detail = z.object({
  code: z.union([z.number(), z.string()]).optional(),
  field: z.string().optional(),
  message: z.string().optional(),
});
/**
 * Google's error model (google.rpc.Status as JSON); the My Business API adds the field and its
 * error.
 */
const Body = z.object({
  error: z.object({
    code: z.number().optional(),
    status: z.string().optional(),
    message: z.string(),
    details: z
      .array(z.object({ errorDetails: z.array(Detail).optional(), retryDelay: z.string().optional() }))
      .optional(),
  }),
});

const badMedia = /\b(media|photo|image|video|sourceUrl)\b/i;
const isTooLong = (words: string): boolean =>
  /too long/i.test(words) ||
  words
    .split('.')
    .some((sentence) => saysInTurn(sentence, /exceed|more than|at most|maximum/i, /character|length|limit/i));

/** A duration of google.rpc.RetryInfo, `60s` or `1.5s`, in whole seconds. */
const waitOf = (duration: string | undefined): number | undefined => {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')?.[1];
  return seconds === undefined ? undefined : Math.max(1, Math.ceil(Number(seconds)));
};

export const explain: Explain = (reply): Refusal | undefined => {
  if (reply.status < 400) return undefined;
  const error = Body.safeParse(reply.json).data?.error;
  if (!error) return undefined;
  const detail = error.details?.flatMap(({ errorDetails = [] }) => errorDetails)[0];
  const words = detail?.message ?? error.message;
  const platformCode = error.status ?? String(reply.status);
  const reported = { message: words, platformCode };
  const wait = error.details?.map(({ retryDelay }) => waitOf(retryDelay)).find((seconds) => seconds !== undefined);
  if (reply.status === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (reply.status === 429 || platformCode === 'RESOURCE_EXHAUSTED')
    return {
      ...reported,
      kind: 'not_stored',
      code: 'PLATFORM_RATE_LIMIT',
      ...defined({ retryAfterSeconds: wait }),
    };
  if (reply.status >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (platformCode === 'INVALID_ARGUMENT' && isTooLong(words)) return { ...reported, code: 'CONTENT_TOO_LONG' };
  if (platformCode === 'INVALID_ARGUMENT' && badMedia.test(`${detail?.field ?? ''} ${words}`))
    return { ...reported, code: 'MEDIA_REJECTED' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};

/** Google's token endpoint: `invalid_grant` needs the person again, anything about the client the operator. */
export const explainToken = tokenErrors((error) => /client|redirect_uri_mismatch/.test(error));
