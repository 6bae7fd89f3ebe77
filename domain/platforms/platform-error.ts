/** The codes that appear in `platforms[].error.code`. */
export const platformErrorCodes = [
  'CONTENT_TOO_LONG',
  'MEDIA_REQUIRED',
  'CONTENT_TYPE_REQUIRED',
  'CONTENT_TYPE_NOT_SUPPORTED',
  'ACCOUNT_TYPE_NOT_SUPPORTED',
  'MEDIA_REJECTED',
  'ASPECT_RATIO_INVALID',
  'ACCOUNT_DISCONNECTED',
  'PUBLISH_ERROR',
  'NO_PAGE_SELECTED',
  'MEDIA_NOT_READY',
  'CONTAINER_FAILED',
  'CONTAINER_TIMEOUT',
  'NO_IG_ACCOUNT',
  'PLATFORM_RATE_LIMIT',
  'OUTCOME_UNKNOWN',
  'TIKTOK_PRIVACY_LEVEL_REQUIRED',
  'TIKTOK_PRIVACY_LEVEL_UNAVAILABLE',
  'TIKTOK_CREATOR_CANNOT_POST',
  'TIKTOK_DISCLOSURE_INCOMPLETE',
  'TIKTOK_BRANDED_CONTENT_PRIVACY',
] as const;
export type PlatformErrorCode = (typeof platformErrorCodes)[number];

/**
 * What is known about the world after a call failed.
 * - `refused`: the platform said no for good; nothing was stored and asking again changes nothing.
 * - `not_stored`: nothing was stored and a later try may succeed (rate limit, refused connection, an upload that broke).
 * - `unauthorized`: the token is dead or expired; nothing was stored.
 * - `unknown`: the request left and no usable answer came (silence, a reset, a 5xx). Only reconciling finds the outcome.
 */
export type FailureKind = 'refused' | 'not_stored' | 'unauthorized' | 'unknown';

/** The one error a publisher throws. Keeps the platform's own code and words beside ours. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: FailureKind;
  readonly code: PlatformErrorCode;
  readonly platformCode: string | undefined;
  /** Seconds the platform asked us to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: FailureKind,
    code: PlatformErrorCode,
    message: string,
    more: { platformCode?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.code = code;
    this.platformCode = more.platformCode;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
