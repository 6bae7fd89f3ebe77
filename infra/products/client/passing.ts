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
