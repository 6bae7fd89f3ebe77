import { z } from 'zod';
import type { Explain } from '../http.ts';

const Body = z.object({ error: z.string(), error_description: z.string().optional() });

/** Mastodon docs: errors are `{error, error_description?}`; validation errors are English sentences. */
export const explain: Explain = (reply) => {
  if (reply.status < 400) return undefined;
  const body = Body.safeParse(reply.json).data;
  if (!body) return undefined;
  const words = body.error_description ?? body.error;
  const reported = { message: words, platformCode: body.error_description ? body.error : String(reply.status) };
  if (reply.status === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (reply.status === 429) return { ...reported, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  if (reply.status >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (/not finished processing/i.test(words)) return { ...reported, kind: 'not_stored', code: 'MEDIA_NOT_READY' };
  if (/character limit/i.test(words)) return { ...reported, code: 'CONTENT_TOO_LONG' };
  if (/\b(file|media)\b/i.test(words)) return { ...reported, code: 'MEDIA_REJECTED' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};

/** At the token endpoint a 400 or 401 means that the code or the client is invalid. Only the person can connect again. */
export const explainToken: Explain = (reply) => {
  const reported = explain(reply);
  const dead = reply.status === 400 || reply.status === 401;
  return reported && dead ? { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' } : reported;
};
