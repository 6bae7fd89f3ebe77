import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

const Credits = z.int().min(0);

/** The period that an allowance belongs to: `end` is the beginning of the next one. */
export const CreditPeriod = z.object({ start: z.iso.datetime(), end: z.iso.datetime() });
export type CreditPeriod = z.infer<typeof CreditPeriod>;

/**
 * The account after a movement. Every event has it, so that the newest event is enough to know the
 * balance and no other movement has to be kept for it.
 */
export const CreditsAfter = z.object({
  /** Left of the allowance of the period. */
  allowance: Credits,
  /** Left of the purchased credits, which do not expire. */
  purchased: Credits,
  /** Taken aside for work that has not ended. */
  reserved: Credits,
  /** Captured since the period began. */
  used: Credits,
});
export type CreditsAfter = z.infer<typeof CreditsAfter>;

/** The two kinds of credits of a movement. */
export const CreditParts = z.object({ allowance: Credits, purchased: Credits });
export type CreditParts = z.infer<typeof CreditParts>;

/** What credits are spent on. */
export const purposes = [
  'generate-post-content',
  'enhance-content',
  'hashtags',
  'best-time',
  'build-image-prompt',
  'thread',
  'image-job',
  'image-retry',
  'bulk-job',
] as const;

/** The cause of a movement: what was done, and the id of the request, job, payment or period that did it. */
export const CreditCause = z.object({
  kind: z.enum([...purposes, 'plan', 'purchase', 'period-end', 'sandbox']),
  id: z.string().min(1),
});
export type CreditCause = z.infer<typeof CreditCause>;
export type CreditPurpose = (typeof purposes)[number];

const movement = { credits: Credits, cause: CreditCause, after: CreditsAfter };

export const CreditsGranted = defineEvent(
  'CreditsGranted',
  z.object({ ...movement, period: CreditPeriod, allowance: Credits }),
  { description: 'A billing period brought AI credits, or a better plan brought more of them.' },
);
/** `CreditsPurchased` is the payment; this is the movement that follows it. */
export const CreditsAdded = defineEvent('CreditsAdded', z.object({ ...movement, purchaseId: z.string() }), {
  description: 'Purchased AI credits came to the account; they do not expire.',
});
export const CreditsReserved = defineEvent(
  'CreditsReserved',
  z.object({
    ...movement,
    reservationId: z.string(),
    parts: CreditParts,
    /** The start of the period that the allowance part is from. */
    periodStart: z.iso.datetime(),
    /** When the reservation ends by itself; null is never. */
    until: z.iso.datetime().nullable(),
  }),
  { description: 'AI credits were taken aside for work that begins.' },
);
export const CreditsCaptured = defineEvent(
  'CreditsCaptured',
  z.object({ ...movement, reservationId: z.string(), item: z.string(), parts: CreditParts }),
  { description: 'Reserved AI credits were spent on work that succeeded.' },
);
export const CreditsReleased = defineEvent(
  'CreditsReleased',
  z.object({
    ...movement,
    reservationId: z.string(),
    item: z.string(),
    parts: CreditParts,
    reason: z.enum(['failed', 'cancelled', 'unused', 'lapsed', 'withdrawn']),
  }),
  { description: 'Reserved AI credits were given back without being spent.' },
);
export const CreditsExpired = defineEvent('CreditsExpired', z.object({ ...movement, period: CreditPeriod }), {
  description: 'What was left of the allowance ended with its period.',
});
export const CreditsWithdrawn = defineEvent(
  'CreditsWithdrawn',
  z.object({
    ...movement,
    period: CreditPeriod,
    /** The allowance that the period has brought and not lost. */
    allowance: Credits,
  }),
  { description: 'Unused AI credits went with the add-on or the plan that had brought them.' },
);
export const CreditsAdjusted = defineEvent(
  'CreditsAdjusted',
  z.object({ ...movement, credits: z.int(), period: CreditPeriod }),
  { description: 'The balance of AI credits was set; `credits` is the difference.' },
);

export const creditEvents = [
  CreditsGranted,
  CreditsAdded,
  CreditsReserved,
  CreditsCaptured,
  CreditsReleased,
  CreditsExpired,
  CreditsWithdrawn,
  CreditsAdjusted,
] as const;
export type CreditEvent = EventOf<(typeof creditEvents)[number]>;
