import { z } from 'zod';
import type { Explain, Refusal } from '../http.ts';
import { saysInTurn } from '../words.ts';

/** Pinterest API v5: every error is `{ code, message }`. */
const Body = z.object({ code: z.number().optional(), message: z.string() });

const isTooLong = (words: string): boolean =>
  /is too long/i.test(words) || saysInTurn(words, /description|title|alt_text|link/i, /length|long|at most|maximum/i);
const badMedia = /image|video|media|cover/i;

const codeOf = (status: number, code: number | undefined): string =>
  code === undefined || code === status ? String(status) : `${status}/${code}`;

/** Whether a refusal means that the object does not exist (any more). */
export const isMissing = (platformCode: string | undefined): boolean => /^404\b/.test(platformCode ?? '');

/** The platform's code is the status with Pinterest's own code: `404/50`. */
export const explain: Explain = (reply): Refusal | undefined => {
  if (reply.status < 400) return undefined;
  const body = Body.safeParse(reply.json).data;
  if (!body) return undefined;
  const reported = { message: body.message, platformCode: codeOf(reply.status, body.code) };
  if (reply.status === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (reply.status === 429) return { ...reported, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  if (reply.status >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (reply.status === 400 && isTooLong(body.message)) return { ...reported, code: 'CONTENT_TOO_LONG' };
  if (reply.status === 400 && badMedia.test(body.message)) return { ...reported, code: 'MEDIA_REJECTED' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};

/** The token endpoint: a dead code or refresh token needs the person again, a bad client the operator. */
export const explainToken: Explain = (reply) => {
  if (reply.status < 400 || reply.status >= 500 || reply.status === 429) return undefined;
  const body = Body.safeParse(reply.json).data;
  const client = /client|application|consumer/i.test(body?.message ?? '');
  return {
    kind: client ? 'refused' : 'unauthorized',
    code: client ? 'PUBLISH_ERROR' : 'ACCOUNT_DISCONNECTED',
    message: body?.message ?? 'the token endpoint refused',
    platformCode: codeOf(reply.status, body?.code),
  };
};
