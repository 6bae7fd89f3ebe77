import type { Platform } from '../platforms/platform.ts';

/** Messenger lets a Page answer within a day of the person's last message. */
const windowMs = 24 * 3_600_000;

type Heard = Readonly<{ platform: Platform; lastInboundAt: string | null }>;

/** Until when a FACEBOOK contact may be messaged; null when the window is closed, and for other platforms. */
export const messengerEligibleUntil = ({ platform, lastInboundAt }: Heard, now: string): string | null => {
  if (platform !== 'FACEBOOK' || lastInboundAt === null) return null;
  const until = Date.parse(lastInboundAt) + windowMs;
  return until > Date.parse(now) ? new Date(until).toISOString() : null;
};

/** From this moment of the last inbound message on, the window is open at `now`: for queries. */
export const windowOpenSince = (now: string): string => new Date(Date.parse(now) - windowMs).toISOString();
