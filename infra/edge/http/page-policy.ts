/** The Content-Security-Policy of a page that shows and loads nothing from elsewhere; it asks this server, and `alsoAsks` (origins). */
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
