import { ApiError } from './api-error.ts';

/** Too many requests; or a part of the service, or the way to it, is temporarily unavailable. */
export const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Milliseconds of a Retry-After in seconds or as a date; `undefined` without the header. */
export const retryAfterOf = ({ headers }: Pick<Response, 'headers'>): number | undefined => {
  const said = headers.get('retry-after')?.trim();
  if (said === undefined || said === '') return undefined;
  if (/^\d+$/.test(said)) return Number(said) * 1000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
};

/** No answer came: the network, or a silence. It is no refusal. */
export const isLost = (fault: unknown): boolean =>
  fault instanceof TypeError || (fault instanceof DOMException && fault.name === 'TimeoutError');

/** The service may answer the same call later: no answer came, or one that passes. */
export const isAway = (fault: unknown): boolean =>
  isLost(fault) || (fault instanceof ApiError && passing.has(fault.status));
