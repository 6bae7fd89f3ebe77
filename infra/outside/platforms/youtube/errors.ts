import { z } from 'zod';
import type { FailureKind, PlatformErrorCode } from '../../../../domain/platforms/platform-error.ts';
import type { Explain, PlatformReply, Refusal } from '../http.ts';

/** Google's error body (YouTube Data API docs: errors). */
const Body = z.object({
  error: z.object({
    message: z.string(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional(), message: z.string().optional() })).optional(),
  }),
});

type Meaning = Readonly<{ kind?: FailureKind; code: PlatformErrorCode; retryAfterSeconds?: number }>;

const dead: Meaning = { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
/** A short burst is over within the minute; no header says so. */
const tooFast: Meaning = { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: 60 };
/** A channel's uploads of a day: its window moves. */
const tooMany: Meaning = { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: 3600 };
const tooLong: Meaning = { code: 'CONTENT_TOO_LONG' };
const badMedia: Meaning = { code: 'MEDIA_REJECTED' };

const meanings: Readonly<Record<string, Meaning>> = {
  authError: dead,
  rateLimitExceeded: tooFast,
  userRateLimitExceeded: tooFast,
  uploadLimitExceeded: tooMany,
  // Angle brackets never go out, so only the length is left to be wrong.
  invalidDescription: tooLong,
  invalidTitle: tooLong,
  mediaBodyRequired: badMedia,
  invalidFilename: badMedia,
  youtubeSignupRequired: { kind: 'refused', code: 'ACCOUNT_TYPE_NOT_SUPPORTED' },
};

const day = 86_400;

/** Quotas belong to the application and reset at midnight Pacific time, which is 08:00 UTC at the latest. */
const untilNewQuota = (reply: PlatformReply): number => {
  const now = Date.parse(reply.headers.get('date') ?? '');
  if (Number.isNaN(now)) return 3600;
  const seconds = (8 * 3600 - (Math.floor(now / 1000) % day) + day) % day;
  return seconds === 0 ? day : seconds;
};

const quota = new Set(['quotaExceeded', 'dailyLimitExceeded']);

/** Maps YouTube's refusals to the service's codes. */
export const explain: Explain = (reply): Refusal | undefined => {
  if (reply.status < 400) return undefined;
  const error = Body.safeParse(reply.json).data?.error;
  if (!error) return undefined;
  const first = error.errors?.[0];
  const reason = first?.reason ?? error.status ?? String(reply.status);
  const reported = { message: first?.message ?? error.message, platformCode: reason };
  if (quota.has(reason)) {
    const retryAfterSeconds = untilNewQuota(reply);
    return { ...reported, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds };
  }
  const meaning = meanings[reason];
  if (meaning) return { ...reported, ...meaning };
  if (reply.status === 401) return { ...reported, ...dead };
  if (reply.status === 429) return { ...reported, ...tooFast };
  if (reply.status >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};
