import { z } from 'zod';
import type { Explain, PlatformReply, Refusal } from '../http.ts';
import { saysInTurn } from '../words.ts';

/** X docs: response codes and errors. A problem is the body itself or the first of `errors`. */
const Problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  message: z.string().optional(),
  type: z.string().optional(),
});
const Body = Problem.extend({ errors: z.array(Problem).optional() });

const dayInSeconds = 86_400;

export type TwitterProblem = Readonly<{ kind: string; words: string }>;

/** The problem of an answer, its kind without the host: `duplicate`, `resource-not-found`, `about:blank` … */
export const problemOf = (reply: PlatformReply): TwitterProblem | undefined => {
  const body = Body.safeParse(reply.json).data;
  if (!body) return undefined;
  const inner = body.errors?.[0];
  const kind = (body.type ?? inner?.type ?? '').split('/').at(-1) ?? '';
  const words = inner?.message ?? inner?.detail ?? body.detail ?? body.title;
  return words === undefined ? undefined : { kind: kind === 'about:blank' || kind === '' ? 'none' : kind, words };
};

export const isDuplicate = (words: string): boolean => /duplicate content/i.test(words);
/** X docs: policies of 2026. Applications of most plans may answer or quote only where the author asked for it. */
const isUninvited = (words: string): boolean =>
  /not been mentioned or otherwise engaged/i.test(words) || saysInTurn(words, /quot[ei]/i, /not (allowed|permitted)/i);
const uninvited =
  'X lets applications of this plan answer only posts whose author mentioned or quoted the account, and takes no ' +
  'quotes of them. Publish it on X itself, or raise the plan of the application.';

export const isBadMedia = (words: string): boolean => /media id/i.test(words);

/** Maps X's refusals to the service's codes; the general rules cover statuses without details. */
export const explain: Explain = (reply): Refusal | undefined => {
  if (reply.status < 400) return undefined;
  const problem = problemOf(reply);
  if (!problem) return undefined;
  const { kind, words } = problem;
  const reported = { message: words, platformCode: kind === 'none' ? String(reply.status) : kind };
  if (reply.status === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  // The quota of the application is used up. A wait of minutes does not bring it back.
  if (kind === 'usage-capped')
    return { ...reported, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: dayInSeconds };
  if (reply.status === 429 || kind === 'rate-limit-exceeded')
    return { ...reported, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  if (reply.status >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (/too long/i.test(words)) return { ...reported, code: 'CONTENT_TOO_LONG' };
  if (reply.status === 403 && isUninvited(words))
    return { ...reported, message: `${words} ${uninvited}`, code: 'PUBLISH_ERROR', platformCode: 'uninvited' };
  if (isDuplicate(words)) return { ...reported, code: 'PUBLISH_ERROR', platformCode: 'duplicate-content' };
  if (isBadMedia(words) || /media type|file size/i.test(words)) return { ...reported, code: 'MEDIA_REJECTED' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};
