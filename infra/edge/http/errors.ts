import { RevisionConflict, StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { EventTooLarge } from '../../stores/eventstoredb/codec.ts';
import { isConnectionFault } from '../../stores/postgres/unavailable.ts';
import { documentationUrlOf } from './error-guide.ts';
import { httpStatusOf } from './transport-refusal.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** The content of an error answer, without the request id. */
export type ErrorAnswer = Readonly<{
  status: number;
  code: string;
  message: string;
  details: Readonly<Record<string, unknown>> | undefined;
  /** Seconds for Retry-After. */
  retryAfter: number | undefined;
  /** A fault is logged with its stack; a refusal is not. */
  fault: boolean;
}>;

const answer = (status: number, code: string, message: string, more: Partial<ErrorAnswer> = {}): ErrorAnswer => ({
  status,
  code,
  message,
  details: undefined,
  retryAfter: undefined,
  fault: false,
  ...more,
});

/**
 * Maps a thrown value to an error answer. The answer to an unexpected error contains no internal
 * details.
 * A refusal's `details.retryAfterSeconds` becomes its Retry-After header.
 */
export const errorAnswer = (error: unknown): ErrorAnswer => {
  if (error instanceof Refused) {
    const wait = error.details?.['retryAfterSeconds'];
    const status = httpStatusOf(error);
    const retryAfter = typeof wait === 'number' ? wait : status === 503 ? unavailableSeconds : undefined;
    return answer(status, error.code, error.message, { details: error.details, retryAfter });
  }
  if (error instanceof RevisionConflict) {
    return answer(409, 'CONFLICT', 'The resource was changed at the same time. Fetch it and try again.');
  }
  if (error instanceof StoreUnavailable || isConnectionFault(error)) {
    const message = 'The service cannot reach a part it depends on. Try again.';
    return answer(503, 'SERVICE_UNAVAILABLE', message, { retryAfter: unavailableSeconds, fault: true });
  }
  if (error instanceof EventTooLarge) {
    const message = 'The request is too large to be recorded: an event holds 64 KB. Send less text or metadata.';
    return answer(400, 'VALIDATION_ERROR', message);
  }
  if (isUndecodablePath(error)) return answer(400, 'BAD_REQUEST', 'The path cannot be decoded');
  return answer(500, 'INTERNAL_ERROR', 'Something unexpected happened on our side', { fault: true });
};

const unavailableSeconds = 2;

/** What the router throws for a path such as `/v1/posts/%E0`. */
const isUndecodablePath = (error: unknown): boolean =>
  error instanceof URIError && 'status' in error && error.status === 400;

/** The body of every answer that is not a success. */
export const envelope = ({ code, message, details }: ErrorAnswer, requestId: string) => ({
  error: {
    code,
    message,
    ...defined({ details }),
    requestId,
    documentationUrl: documentationUrlOf(code),
  },
});
