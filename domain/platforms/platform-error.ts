import { shortened, storable } from '../kernel/stored-text.ts';

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
  'ACCOUNT_PAUSED',
  'PUBLISH_ERROR',
  'NO_PAGE_SELECTED',
  'MEDIA_NOT_READY',
  'CONTAINER_FAILED',
  'CONTAINER_TIMEOUT',
  'NO_IG_ACCOUNT',
  'PLATFORM_RATE_LIMIT',
  'OUTCOME_UNKNOWN',
  'WINDOW_CLOSED',
  'PRIVATE_REPLY_USED',
  'PRIVATE_REPLY_EXPIRED',
  'MESSAGING_RESTRICTED',
  'TIKTOK_PRIVACY_LEVEL_REQUIRED',
  'TIKTOK_PRIVACY_LEVEL_UNAVAILABLE',
  'TIKTOK_CREATOR_CANNOT_POST',
  'TIKTOK_DISCLOSURE_INCOMPLETE',
  'TIKTOK_BRANDED_CONTENT_PRIVACY',
] as const;
export type PlatformErrorCode = (typeof platformErrorCodes)[number];

/**
 * What a failed call left behind.
 * - `refused`: the platform refused permanently; nothing was stored and a retry changes nothing.
 * - `not_stored`: nothing was stored and a later try may succeed (rate limit, refused connection, a
 * broken upload).
 * - `unauthorized`: the token is dead or expired; nothing was stored.
 * - `unknown`: the request was sent and no usable answer came (silence, a reset, a 5xx). Only
 * reconciling finds the outcome.
 */
export type FailureKind = 'refused' | 'not_stored' | 'unauthorized' | 'unknown';

const maxMessageLength = 1000;
const longestCode = 200;

const cut = (text: string, most: number): string => storable(shortened(text, most));

/**
 * The only error of a publisher. It has the platform's own code and message beside the service's.
 * Its texts are cut here, because any of them may repeat what another server says.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: FailureKind;
  readonly code: PlatformErrorCode;
  readonly platformCode: string | undefined;
  /** The platform's Retry-After in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: FailureKind,
    code: PlatformErrorCode,
    message: string,
    more: { platformCode?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(cut(message, maxMessageLength), more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.code = code;
    this.platformCode = more.platformCode === undefined ? undefined : cut(more.platformCode, longestCode);
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
