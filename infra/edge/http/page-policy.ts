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
    "media-src 'self'",
    ["connect-src 'self'", ...alsoAsks].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The same for a page whose program writes style sheets, as that of the API reference does. Styles can hide and move things, but run
 * nothing and send nothing elsewhere; scripts still come from this server only.
 */
export const pagePolicyWithStyles = (): string =>
  pagePolicy().replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
