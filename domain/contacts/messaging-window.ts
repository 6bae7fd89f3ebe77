import type { Platform } from '../platforms/platform.ts';

/** Messenger and Instagram let an account answer within a day of the person's last message. */
const windowMs = 24 * 3_600_000;

/** With this tag a person who works for the account may answer later (Meta: "Message tags"). */
export const humanAgentTag = 'HUMAN_AGENT';
const humanAgentMs = 7 * 24 * 3_600_000;

/** The platforms whose conversations have a window. */
export const windowPlatforms: readonly Platform[] = ['FACEBOOK', 'INSTAGRAM'];

type Heard = Readonly<{ lastInboundAt: string | null }>;

const isWithin = ({ lastInboundAt }: Heard, now: string, lengthMs: number): boolean =>
  lastInboundAt !== null && Date.parse(lastInboundAt) + lengthMs > Date.parse(now);

/** Whether a person who wrote at `lastInboundAt` may be written to. */
export const isWindowOpen = (heard: Heard, now: string): boolean => isWithin(heard, now, windowMs);

/** Whether a person of the account may still answer, with the tag. */
export const mayHumanAnswer = (heard: Heard, now: string): boolean => isWithin(heard, now, humanAgentMs);

/** Until when a FACEBOOK contact may be messaged; null when the window is closed, and for other platforms. */
export const messengerEligibleUntil = (
  { platform, lastInboundAt }: Heard & Readonly<{ platform: Platform }>,
  now: string,
): string | null => {
  if (platform !== 'FACEBOOK' || lastInboundAt === null || !isWindowOpen({ lastInboundAt }, now)) return null;
  return new Date(Date.parse(lastInboundAt) + windowMs).toISOString();
};

/** From this moment of the last inbound message on, the window is open at `now`: for queries. */
export const windowOpenSince = (now: string): string => new Date(Date.parse(now) - windowMs).toISOString();
