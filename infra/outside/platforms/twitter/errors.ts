import { z } from 'zod';
import type { Explain, PlatformReply, Refusal } from '../http.ts';

/** X docs: response codes and errors. A problem is told flat or as the first of `errors`. */
const Problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  message: z.string().optional(),
  type: z.string().optional(),
});
const Body = Problem.extend({ errors: z.array(Problem).optional() });

const dayInSeconds = 86_400;

export type TwitterProblem = Readonly<{ kind: string; words: string }>;

/** The problem an answer tells, its kind without the host: `duplicate`, `resource-not-found`, `about:blank` … */
export const problemOf = (reply: PlatformReply): TwitterProblem | undefined => {
  const body = Body.safeParse(reply.json).data;
  if (!body) return undefined;
  const inner = body.errors?.[0];
  const kind = (body.type ?? inner?.type ?? '').split('/').at(-1) ?? '';
  const words = inner?.message ?? inner?.detail ?? body.detail ?? body.title;
  return words === undefined ? undefined : { kind: kind === 'about:blank' || kind === '' ? 'none' : kind, words };
};

export const isDuplicate = (words: string): boolean => /duplicate content/i.test(words);
export const isBadMedia = (words: string): boolean => /media id/i.test(words);

/** X's refusals in the service's words; statuses X does not qualify are left to the general rules. */
export const explain: Explain = (reply): Refusal | undefined => {
  if (reply.status < 400) return undefined;
  const problem = problemOf(reply);
  if (!problem) return undefined;
  const { kind, words } = problem;
  const told = { message: words, platformCode: kind === 'none' ? String(reply.status) : kind };
  if (reply.status === 401) return { ...told, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  // What the application may use has been used up: nobody's patience of minutes brings it back.
  if (kind === 'usage-capped')
    return { ...told, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: dayInSeconds };
  if (reply.status === 429 || kind === 'rate-limit-exceeded')
    return { ...told, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  if (reply.status >= 500) return { ...told, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (/too long/i.test(words)) return { ...told, code: 'CONTENT_TOO_LONG' };
  if (isDuplicate(words)) return { ...told, code: 'PUBLISH_ERROR', platformCode: 'duplicate-content' };
  if (isBadMedia(words) || /media type|file size/i.test(words)) return { ...told, code: 'MEDIA_REJECTED' };
  return { ...told, code: 'PUBLISH_ERROR' };
};
