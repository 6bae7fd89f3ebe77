import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation } from '../kernel/reservation.ts';

export const ScheduleClaimed = defineEvent(
  'ScheduleClaimed',
  z.object({ postId: z.string(), /** The holder whose claim had lapsed. */ from: z.string().nullable() }),
  { description: 'A scheduled post claimed its content, account and time.' },
);

export const fingerprintEvents = [ScheduleClaimed] as const;
export type FingerprintEvent = EventOf<typeof ScheduleClaimed>;

/**
 * `postFingerprint-<hash>`: one content, account and time of a workspace. Two scheduled posts
 * cannot both hold it.
 */
export const fingerprint = reservation<object, FingerprintEvent>({
  category: 'postFingerprint',
  capacity: 1,
  reserved: ({ holder }, [from = null]) => [ScheduleClaimed({ postId: holder, from })],
  evolve: (_, { data }) => ({ [data.postId]: null }),
  refusal: (_, [postId]) =>
    new Refused('CONFLICT', 'The same content is already scheduled on this account at this time', {
      reason: 'duplicate',
      postId,
    }),
});

/** What makes two scheduled posts the same: the parts that name a reservation stream. */
export const fingerprintOf = (
  workspaceId: string,
  accountId: string,
  content: string,
  scheduledFor: string,
): readonly string[] => [workspaceId, accountId, content, scheduledFor];
