import type { Platform } from '../platforms/platform.ts';
import type { EventSubscription, SubscriptionObstacle } from '../platforms/event-subscriber.ts';

/** The platforms that report what happens to an account once they are asked to, account by account. */
const reporting: ReadonlySet<Platform> = new Set(['FACEBOOK', 'INSTAGRAM', 'TELEGRAM', 'TWITTER', 'WHATSAPP']);

export const canReport = (platform: Platform): boolean => reporting.has(platform);

/** How an attempt to subscribe, or a check, ended. */
export type SubscriptionOutcome =
  /** `again`: the platform had dropped the subscription that an earlier check had found. */
  | Readonly<{ kind: 'subscribed'; again?: true } & EventSubscription>
  | Readonly<{ kind: 'failed'; reason: SubscriptionObstacle; message: string; retryAfterSeconds?: number }>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A subscription that ends by itself is made again this long before. */
const renewalMs = dayMs;
const firstPauseMs = minuteMs;

const isoAt = (ms: number): string => new Date(ms).toISOString();

/**
 * When the subscription of an account is looked at next. One that was made and one that needs a person
 * are checked daily, one that got no answer sooner, with growing pauses. Null: another event brings
 * the next try.
 */
export const nextCheckAt = (outcome: SubscriptionOutcome, failures: number, now: string): string | null => {
  const ms = Date.parse(now);
  if (outcome.kind === 'subscribed') {
    const end = outcome.expiresAt === undefined ? Infinity : Date.parse(outcome.expiresAt) - renewalMs;
    return isoAt(Math.max(ms + firstPauseMs, Math.min(ms + dayMs, end)));
  }
  if (outcome.reason === 'no_destination') return null;
  if (outcome.reason !== 'unavailable') return isoAt(ms + dayMs);
  const pause = Math.min(dayMs, firstPauseMs * 4 ** Math.min(failures, 8));
  return isoAt(ms + Math.max(pause, (outcome.retryAfterSeconds ?? 0) * 1000));
};

/** What helps where a platform does not report. */
export const remedyFor = (reason: SubscriptionObstacle): string => {
  switch (reason) {
    case 'not_configured':
      return 'The operator of the service has to configure the webhooks of this platform.';
    case 'no_public_url':
      return 'The operator of the service has to set PUBLIC_URL to an https address that the platform can reach.';
    case 'missing_scope':
      return 'Connect the account again and grant every permission.';
    case 'no_destination':
      return 'Choose the page of the account.';
    case 'refused':
      return 'Look at the message of the platform; connecting the account again may help. The service tries daily.';
    case 'unavailable':
      return 'Nothing has to be done: the service tries again.';
    default:
      return reason satisfies never;
  }
};
