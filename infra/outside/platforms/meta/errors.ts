import { z } from 'zod';
import type { PlatformErrorCode } from '../../../../domain/platforms/platform-error.ts';
import type { ReplyHeaders } from '../../http/agent-fetch.ts';
import type { Explain, PlatformReply, Refusal } from '../http.ts';
import type { Effect } from '../transport-failure.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** Meta: "Handle errors"; WhatsApp adds `error_data`, older token endpoints answer flat. */
const Graph = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional().catch(undefined),
  }),
});
const Flat = z.object({ error_type: z.string(), code: z.number(), error_message: z.string() });

type GraphError = Readonly<{ code: number; subcode?: number | undefined; words: string; transient: boolean }>;

const graphErrorIn = ({ json }: PlatformReply): GraphError | undefined => {
  // Most replies are no errors.
  if (typeof json !== 'object' || json === null || !('error' in json || 'error_type' in json)) return undefined;
  const graph = Graph.safeParse(json).data?.error;
  if (graph) {
    const more = graph.error_data?.details ?? graph.error_user_msg;
    return {
      code: graph.code,
      subcode: graph.error_subcode,
      words: more === undefined || more === graph.message ? graph.message : `${graph.message} (${more})`,
      transient: graph.is_transient === true,
    };
  }
  const flat = Flat.safeParse(json).data;
  return flat && { code: flat.code, words: flat.error_message, transient: false };
};

/** Token dead or expired (Meta: "Handle errors"; 0 is WhatsApp's). */
const tokenCodes = new Set([190, 102]);
/** Ceilings of applications, users, Pages, accounts and conversations; 1390008 is "too fast" on Pages, which is also a subcode. */
const tooFast = 1_390_008;
const rateCodes = new Set([4, 17, 32, 341, 613, 130429, 131056, tooFast]);
const isRate = ({ code, subcode }: GraphError): boolean =>
  rateCodes.has(code) || subcode === tooFast || (code >= 80_000 && code <= 80_014);
/** The publishing quota of a day: no header has its end, and it moves on post by post. */
const dailyCap = 2_207_042;
const dailyCapSeconds = 3600;

/** Subcodes (and codes, where Meta gives none) with a meaning of their own. */
const meanings: ReadonlyMap<number, PlatformErrorCode> = new Map([
  [2_207_009, 'ASPECT_RATIO_INVALID'],
  [36_003, 'ASPECT_RATIO_INVALID'],
  [2_207_010, 'CONTENT_TOO_LONG'],
  [2_207_008, 'CONTAINER_FAILED'],
  [2_207_020, 'CONTAINER_FAILED'],
  [2_207_051, 'PUBLISH_ERROR'],
  [2_207_050, 'PUBLISH_ERROR'],
  // A moment of the film that is not in it: Meta gives it the code of its passing troubles.
  [2_207_057, 'PUBLISH_ERROR'],
  // Of messages (Meta: "Messenger Platform error codes"): outside of the window, a restricted Page or account.
  [2_018_278, 'WINDOW_CLOSED'],
  [2_534_022, 'WINDOW_CLOSED'],
  [1_893_063, 'MESSAGING_RESTRICTED'],
  // Of private replies: the comment has had its one, or takes none any more.
  [10_900, 'PRIVATE_REPLY_USED'],
  [10_903, 'PRIVATE_REPLY_EXPIRED'],
  ...[
    2_207_004, 2_207_005, 2_207_023, 2_207_026, 2_207_052, 36_000, 36_001, 9004, 324, 352, 6000, 1_366_046, 1_363_024,
    131_051, 131_052, 131_053,
  ].map((code) => [code, 'MEDIA_REJECTED'] as const),
]);

/**
 * Threads names the error of a container by words (Meta: "Threads troubleshooting"; the spelling is
 * Meta's).
 */
const wordMeanings: readonly (readonly [RegExp, PlatformErrorCode])[] = [
  [/INVALID_ASPEC_?T?_?RATIO/, 'ASPECT_RATIO_INVALID'],
  [/^(FAILED_|INVALID_)/, 'MEDIA_REJECTED'],
];

/** The error of a failed container; undefined where it is not about the media. */
export const meaningOf = (words: string, subcode: number | undefined): PlatformErrorCode | undefined =>
  (subcode === undefined ? undefined : meanings.get(subcode)) ??
  wordMeanings.find(([reported]) => reported.test(words))?.[1];

/** Meta's passing troubles: its own failures, slow downloads, and deletions it is not ready for. */
const passing = new Set([
  1, 2, -1, -2, 131_000, 131_016, 1_363_047, 1_609_010, 2_207_001, 2_207_003, 2_207_032, 2_207_053, 2_207_085,
]);

const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })));

/** The wait of the usage header, which counts in minutes (Meta: "Rate limits", business use cases). */
const regainSeconds = (headers: ReplyHeaders): number | undefined => {
  try {
    const reported = usage.safeParse(JSON.parse(headers.get('x-business-use-case-usage') ?? 'null')).data ?? {};
    const minutes = Object.values(reported).flatMap((uses) =>
      uses.map(({ estimated_time_to_regain_access: each = 0 }) => each),
    );
    const longest = Math.max(0, ...minutes);
    return longest > 0 ? longest * 60 : undefined;
  } catch {
    return undefined;
  }
};

export const platformCodeOf = (code: number, subcode?: number): string =>
  subcode === undefined ? String(code) : `${code}/${subcode}`;

const isToken = ({ code }: GraphError, status: number): boolean =>
  tokenCodes.has(code) || (code === 0 && status === 401);

/**
 * Maps Graph's errors to the service's codes. A transient failure of a call that makes an object
 * appear leaves the outcome unknown, so the effect of the call decides.
 */
export const explainGraph =
  (effect: Effect): Explain =>
  (reply): Refusal | undefined => {
    const reported = graphErrorIn(reply);
    if (!reported) return undefined;
    const { code, subcode, words } = reported;
    const base = { message: words, platformCode: platformCodeOf(code, subcode) };
    if (isToken(reported, reply.status)) return { ...base, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
    if (subcode === dailyCap)
      return { ...base, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: dailyCapSeconds };
    if (code === 9007 || subcode === 2_207_027) return { ...base, kind: 'not_stored', code: 'MEDIA_NOT_READY' };
    const meaning = (subcode === undefined ? undefined : meanings.get(subcode)) ?? meanings.get(code);
    if (meaning) return { ...base, code: meaning };
    if (isRate(reported) || reply.status === 429) {
      const wait = regainSeconds(reply.headers);
      return {
        ...base,
        kind: 'not_stored',
        code: 'PLATFORM_RATE_LIMIT',
        ...defined({ retryAfterSeconds: wait }),
      };
    }
    if (
      reported.transient ||
      reply.status >= 500 ||
      passing.has(code) ||
      (subcode !== undefined && passing.has(subcode))
    )
      return effect === 'send'
        ? { ...base, kind: 'unknown', code: 'OUTCOME_UNKNOWN' }
        : { ...base, kind: 'not_stored', code: 'PUBLISH_ERROR' };
    if (/at most [\d,]+ characters|too long/i.test(words)) return { ...base, code: 'CONTENT_TOO_LONG' };
    if (/could not be fetched from this uri|media download/i.test(words)) return { ...base, code: 'MEDIA_REJECTED' };
    return { ...base, code: 'PUBLISH_ERROR' };
  };

/** Meta's answer for deleted objects: code 100, subcode 33. */
export const goneCode = '100/33';

/** At the token endpoints a code or token that is no good needs the person again; a wrong application needs the operator. */
export const explainToken: Explain = (reply) => {
  const reported = graphErrorIn(reply);
  const refusal = explainGraph('step')(reply);
  if (!reported || !refusal) return refusal;
  if (reported.code === 101 || /client secret|validating application/i.test(reported.words))
    return {
      message: reported.words,
      platformCode: platformCodeOf(reported.code, reported.subcode),
      code: 'PUBLISH_ERROR',
    };
  const dead = reported.code === 100 || reported.code === 400;
  return dead ? { ...refusal, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' } : refusal;
};
