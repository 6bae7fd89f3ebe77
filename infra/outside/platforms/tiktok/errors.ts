import { z } from 'zod';
import type { FailureKind, PlatformErrorCode } from '../../../../domain/platforms/platform-error.ts';
import type { Explain, Refusal } from '../http.ts';

const Body = z.object({ error: z.object({ code: z.string(), message: z.string().optional() }) });

type Meaning = Readonly<{ kind?: FailureKind; code: PlatformErrorCode; retryAfterSeconds?: number }>;

const banned: Meaning = { code: 'TIKTOK_CREATOR_CANNOT_POST' };
const hidden: Meaning = { code: 'TIKTOK_PRIVACY_LEVEL_UNAVAILABLE' };
const dead: Meaning = { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
/** TikTok counts posts over 24 hours and names no end; an hour is a fair guess. */
const cap: Meaning = { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: 3600 };
/** TikTok docs: limits are counted over a sliding minute. */
const tooFast: Meaning = { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: 60 };
const badMedia: Meaning = { code: 'MEDIA_REJECTED' };

/** TikTok docs: error codes of the Content Posting API. */
const meanings: Readonly<Record<string, Meaning>> = {
  access_token_invalid: dead,
  rate_limit_exceeded: tooFast,
  spam_risk_too_many_posts: cap,
  spam_risk_too_many_pending_share: cap,
  spam_risk_user_banned_from_posting: banned,
  reached_active_user_cap: banned,
  unaudited_client_can_only_post_to_private_accounts: hidden,
  privacy_level_option_mismatch: hidden,
  invalid_file_upload: badMedia,
  internal_error: { kind: 'not_stored', code: 'PUBLISH_ERROR' },
};

/** TikTok docs: "Get Post Status", reasons of failure. */
const failures: Readonly<Record<string, Meaning>> = {
  file_format_check_failed: badMedia,
  duration_check_failed: badMedia,
  frame_rate_check_failed: badMedia,
  picture_size_check_failed: badMedia,
  video_pull_failed: badMedia,
  photo_pull_failed: badMedia,
  internal: { kind: 'not_stored', code: 'PUBLISH_ERROR' },
  auth_removed: dead,
  spam_risk_too_many_posts: cap,
  spam_risk_user_banned_from_posting: banned,
};

/** The meaning of a post that ended in FAILED. */
export const failureOf = (reason: string): Meaning => failures[reason] ?? { code: 'PUBLISH_ERROR' };

/** TikTok puts errors into the body, also with status 200. */
export const explain: Explain = (reply): Refusal | undefined => {
  const reported = Body.safeParse(reply.json).data?.error;
  if (!reported || reported.code === 'ok') return undefined;
  const meaning = meanings[reported.code] ?? { code: 'PUBLISH_ERROR' };
  return { ...meaning, message: reported.message || reported.code, platformCode: reported.code };
};

/** The refusals of the creator info call that mean that posting is not possible for now. */
export const cannotPost: ReadonlySet<string> = new Set([
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'reached_active_user_cap',
]);

const TokenError = z.object({ error: z.string(), error_description: z.string().optional() });

/** The token endpoint's errors are flat, and come with 200 too. */
export const explainToken: Explain = (reply) => {
  const reported = TokenError.safeParse(reply.json).data;
  if (!reported || reported.error === '') return undefined;
  const { error } = reported;
  const details = { message: reported.error_description ?? error, platformCode: error };
  if (reply.status === 429 || error === 'rate_limit_exceeded') return { ...tooFast, ...details };
  if (reply.status >= 500 || error === 'server_error') return { kind: 'not_stored', code: 'PUBLISH_ERROR', ...details };
  const misconfigured = error === 'invalid_client' || error === 'unauthorized_client';
  return misconfigured
    ? { kind: 'refused', code: 'PUBLISH_ERROR', ...details }
    : { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED', ...details };
};
