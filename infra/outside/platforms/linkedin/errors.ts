import { z } from 'zod';
import type { Explain, PlatformReply, Refusal } from '../http.ts';
import { saysInTurn } from '../words.ts';

/** LinkedIn docs: error handling. */
const Body = z.object({
  message: z.string(),
  code: z.string().optional(),
  serviceErrorCode: z.number().optional(),
});

/** When LinkedIn refuses a second post of the same content, it names the first. */
export const duplicateOf = (words: string): string | undefined =>
  /duplicate of (urn:li:(?:share|ugcPost):\d+)/i.exec(words)?.[1];

export const duplicateCode = 'DUPLICATE_POST';

/** Limits of a day end at midnight UTC (LinkedIn docs: rate limiting). */
const untilMidnight = (reply: PlatformReply): number => {
  const now = Date.parse(reply.headers.get('date') ?? '');
  return Number.isNaN(now) ? 3600 : Math.ceil((86_400_000 - (now % 86_400_000)) / 1000);
};

const isTooLong = (words: string): boolean =>
  /FIELD_LENGTH_TOO_LONG/i.test(words) ||
  saysInTurn(words, /length /i, /exceed/i) ||
  saysInTurn(words, /exceed/i, / length/i);

/** Maps LinkedIn's refusals to the service's codes. */
export const explain: Explain = (reply): Refusal | undefined => {
  if (reply.status < 400) return undefined;
  const body = Body.safeParse(reply.json).data;
  if (!body) return undefined;
  const code = body.code ?? (body.serviceErrorCode ? String(body.serviceErrorCode) : String(reply.status));
  const reported = { message: body.message, platformCode: code };
  const words = `${code} ${body.message}`;
  if (reply.status === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (reply.status === 429)
    return {
      ...reported,
      kind: 'not_stored',
      code: 'PLATFORM_RATE_LIMIT',
      ...(/DAY limit/i.test(words) && { retryAfterSeconds: untilMidnight(reply) }),
    };
  // An API version that has ended is this service's to raise; the account and the post are well.
  if (reply.status === 426) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (reply.status >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (duplicateOf(body.message)) return { ...reported, code: 'PUBLISH_ERROR', platformCode: duplicateCode };
  if (isTooLong(words)) return { ...reported, code: 'CONTENT_TOO_LONG' };
  if (/MEDIA_ASSET_WAITING_UPLOAD/.test(words)) return { ...reported, kind: 'not_stored', code: 'MEDIA_NOT_READY' };
  if (/MEDIA_ASSET|unsupported (image|video|document)/i.test(words)) return { ...reported, code: 'MEDIA_REJECTED' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};
