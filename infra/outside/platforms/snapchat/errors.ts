import { z } from 'zod';
import type { Explain, Refusal } from '../http.ts';
import { saysInTurn } from '../words.ts';

/** Snap docs: the envelope of every answer. */
const Body = z.object({
  request_status: z.string(),
  error_code: z.string().optional(),
  debug_message: z.string().optional(),
  display_message: z.string().optional(),
});

/** Maps Snapchat's refusals to the service's codes; some have status 200. */
export const explain: Explain = (reply): Refusal | undefined => {
  const body = Body.safeParse(reply.json).data;
  if (!body || (reply.status < 400 && body.request_status.toUpperCase() !== 'ERROR')) return undefined;
  const platformCode = body.error_code ?? String(reply.status);
  const reported = { message: body.debug_message ?? body.display_message ?? platformCode, platformCode };
  if (reply.status === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (reply.status === 429) {
    // Snap names no end of its limits; a minute where no header does either.
    const wait = reply.headers.has('retry-after') ? {} : { retryAfterSeconds: 60 };
    return { ...reported, ...wait, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  }
  if (reply.status >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (reply.status === 403) return { ...reported, code: 'PUBLISH_ERROR' };
  if (platformCode === 'MEDIA_PROCESSING' || platformCode === 'MEDIA_EXPIRED')
    return { ...reported, kind: 'not_stored', code: 'MEDIA_NOT_READY' };
  if (platformCode === 'MEDIA_POSTING_ALREADY_IN_PROGRESS') return { ...reported, code: 'PUBLISH_ERROR' };
  if (saysInTurn(reported.message, /description|title/i, /long|exceed/i))
    return { ...reported, code: 'CONTENT_TOO_LONG' };
  if (/media|file|video|image|decrypt/i.test(reported.message)) return { ...reported, code: 'MEDIA_REJECTED' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};
