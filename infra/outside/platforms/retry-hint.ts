import type { ReplyHeaders } from '../http/agent-fetch.ts';

/** When a rate-limited caller may come back, by header, in the order they are trusted. */
const names = ['retry-after', 'x-rate-limit-reset', 'ratelimit-reset', 'x-ratelimit-reset'] as const;

/** Above this a bare number is a moment (unix seconds), below it a duration in seconds. */
const momentsBegin = 1_000_000_000;
const dayInSeconds = 86_400;

const secondsFrom = (value: string, nowMs: number): number | undefined => {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    return number >= momentsBegin ? number - nowMs / 1000 : number;
  }
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : (moment - nowMs) / 1000;
};

/** The wait that a platform asks for, within bounds: at least a second and at most a day. */
export const believedWait = (seconds: number | undefined): number | undefined =>
  seconds === undefined || Number.isNaN(seconds) ? undefined : Math.min(dayInSeconds, Math.max(1, Math.ceil(seconds)));

/**
 * The platform's wait in seconds, at least one and at most a day. Supports `Retry-After` (seconds
 * or a date) and the reset headers of the platforms (X and Bluesky: unix seconds; Mastodon: ISO
 * time; Reddit and Pinterest: seconds). Times are measured against the reply's own `Date`, so that
 * neither clock has to be right.
 */
export const retryAfterSeconds = (headers: ReplyHeaders, nowMs: number): number | undefined => {
  const replied = Date.parse(headers.get('date') ?? '');
  const base = Number.isNaN(replied) ? nowMs : replied;
  for (const name of names) {
    const value = headers.get(name);
    const seconds = value === null ? undefined : secondsFrom(value, base);
    if (seconds !== undefined) return believedWait(seconds);
  }
  return undefined;
};
