import { ApiError, AuthenticationError } from '../api-error.ts';
import { NotPublished } from '../wait-until.ts';

/** The command line is wrong. */
export class UsageError extends Error {}

/** Nothing says which service, or by which key. */
export class NotLoggedIn extends Error {}

export const exitCodes = { refused: 1, usage: 2, credential: 3, noAnswer: 4 } as const;

/** A request that got no answer is a TypeError of fetch, with the network's fault as its cause. */
const isNoAnswer = (fault: unknown): boolean =>
  fault instanceof Error &&
  (fault.name === 'TimeoutError' || (fault instanceof TypeError && fault.cause !== undefined));

export const exitCodeOf = (fault: unknown): number => {
  if (fault instanceof UsageError) return exitCodes.usage;
  if (fault instanceof NotLoggedIn || fault instanceof AuthenticationError) return exitCodes.credential;
  return isNoAnswer(fault) ? exitCodes.noAnswer : exitCodes.refused;
};

/** What a program reads of a failure with `--json`. */
export const faultAsJson = (fault: unknown): object => {
  const message = messageOf(fault);
  if (fault instanceof NotPublished) return { error: { code: 'NOT_PUBLISHED', message, post: fault.post } };
  if (!(fault instanceof ApiError)) return { error: { code: 'FAILED', message } };
  const { code, details, requestId, documentationUrl } = fault;
  return { error: { code, message, details, requestId, documentationUrl } };
};

const messageOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  const cause = fault.cause instanceof Error ? `: ${fault.cause.message}` : '';
  return isNoAnswer(fault) ? `The service did not answer${cause || `: ${fault.message}`}` : fault.message;
};

export const faultAsText = (fault: unknown): string => {
  const more =
    fault instanceof ApiError
      ? [fault.documentationUrl, fault.requestId && `request ${fault.requestId}`].filter(Boolean).join(', ')
      : '';
  return more === '' ? messageOf(fault) : `${messageOf(fault)} (${more})`;
};
