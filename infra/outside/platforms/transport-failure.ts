import { PlatformError } from '../../../domain/platforms/platform-error.ts';

/**
 * The effect of a call, which decides the meaning of a lost answer.
 * - `read`: changes nothing.
 * - `step`: creates nothing visible (an upload, a container, a token); it may be repeated.
 * - `send`: makes an object appear, change or disappear; a lost answer is an unknown outcome.
 */
export type Effect = 'read' | 'step' | 'send';

/** Error codes of the socket layer that prove the request never left this machine. */
const neverLeft = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_URL',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'BLOCKED_ADDRESS',
]);

/** The answer did not come in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
  readonly code = 'TIMED_OUT';
}

/**
 * The bytes of a file could not be read here, which is not the platform's doing. The request was not
 * complete by then: its last bytes leave only once the source has ended.
 */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';
  readonly code = 'SOURCE_FAILED';
}

const codeOf = (error: unknown): string => {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string') return each.code;
    if (each instanceof AggregateError && each.errors.length > 0) return codeOf(each.errors[0]);
  }
  return error instanceof Error && error.name === 'AbortError' ? 'ABORTED' : 'UNKNOWN';
};

/** What a failed source says of its file itself, where it does. */
const ofSource = (fault: SourceFailed): PlatformError =>
  fault.cause instanceof PlatformError
    ? fault.cause
    : new PlatformError('not_stored', 'MEDIA_NOT_READY', `${fault.message} (${codeOf(fault.cause)})`, { cause: fault });

/**
 * Maps a transport error to an outcome: a request that was never sent stored nothing; one that was
 * sent and not answered is unknown for a send and repeatable for anything else.
 */
export const transportFailure = (error: unknown, effect: Effect, speaker: string): PlatformError => {
  if (error instanceof SourceFailed) return ofSource(error);
  const code = codeOf(error);
  if (neverLeft.has(code))
    return new PlatformError('not_stored', 'PUBLISH_ERROR', `${speaker} could not be reached (${code})`, {
      platformCode: code,
    });
  if (effect !== 'send')
    return new PlatformError('not_stored', 'PUBLISH_ERROR', `${speaker} did not answer (${code})`, {
      platformCode: code,
    });
  return new PlatformError(
    'unknown',
    'OUTCOME_UNKNOWN',
    `${speaker} did not answer after the request had left (${code})`,
    {
      platformCode: code,
    },
  );
};
