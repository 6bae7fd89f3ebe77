import { z } from 'zod';
import { Platform, platformFrom, type Platform as PlatformName } from '../platforms/platform.ts';

/** The largest audience of one broadcast. */
export const maxBroadcastContacts = 50_000;
/** The contacts of one batch. */
export const batchSize = 50;

/**
 * The batches of a broadcast are spread over lanes. A lane sends one batch at a time, so their
 * number limits how much of the service one broadcast takes.
 */
export const maxLanes = 8;

export const laneOfBatch = (number: number): number => number % maxLanes;

/** The lanes that these batches are in. */
export const lanesOf = (numbers: readonly number[]): readonly number[] => [...new Set(numbers.map(laneOfBatch))].sort();

/** The numbers of so many batches. */
export const numbersOf = (batches: number): readonly number[] => Array.from({ length: batches }, (_, number) => number);

export const broadcastStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'PAUSED', 'FAILED'] as const;
export const BroadcastStatus = z.enum(broadcastStatuses).meta({ id: 'BroadcastStatus' });
export type BroadcastStatus = z.infer<typeof BroadcastStatus>;

/** Which contacts a broadcast is for, beyond its platforms and its account. Conditions are ANDed. */
export const SegmentRules = z.object({
  tags: z.array(z.string()).optional(),
  platforms: z.array(Platform).optional(),
  hasInteraction: z.boolean().optional(),
});
export type SegmentRules = Readonly<z.infer<typeof SegmentRules>>;

/** The account that a broadcast is sent by, with its platform. */
export const SendingAccount = z.object({ accountId: z.string(), platform: Platform });
export type SendingAccount = Readonly<z.infer<typeof SendingAccount>>;

/** A platform constant in any casing, as a request names it. */
export const NamedPlatform = z
  .string()
  .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
  .transform((text) => platformFrom(text) as PlatformName)
  .meta({ override: { type: 'string', description: 'A platform constant, in any casing' } });

/** One to fifteen platforms, each once. */
export const NamedPlatforms = z
  .array(NamedPlatform)
  .min(1)
  .max(50)
  .transform((named): PlatformName[] => [...new Set(named)])
  .meta({
    override: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description: 'Platform constants, in any casing',
    },
  });

export const deliveryStatuses = ['PENDING', 'DELIVERING', 'DELIVERED', 'FAILED', 'READ'] as const;
export const DeliveryStatus = z.enum(deliveryStatuses).meta({ id: 'DeliveryStatus' });
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** The error code of a message that may have been delivered. */
export const outcomeUnknown = 'OUTCOME_UNKNOWN';

/**
 * The failures that no retry sends again: the message may have been delivered, or the contact wants none
 * or is gone. A retry counts and resets the others only.
 */
const finalFailures: readonly string[] = [outcomeUnknown, 'CONTACT_SUPPRESSED', 'CONTACT_DELETED'];
export const isFinalFailure = (code: string | undefined): boolean => code !== undefined && finalFailures.includes(code);
