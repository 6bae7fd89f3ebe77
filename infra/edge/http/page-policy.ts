/**
 * The Content-Security-Policy of a page that loads everything from this server. It may call this
 * server and the origins in `alsoAsks`.
 */
export const pagePolicy = (...alsoAsks: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...alsoAsks].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
