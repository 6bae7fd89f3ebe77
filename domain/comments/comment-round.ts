import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

const instant = z.iso.datetime();

export const CommentsRead = defineEvent(
  'CommentsRead',
  z.object({
    accountId: z.string(),
    platform: Platform,
    cause: z.enum(['schedule', 'request']),
    /** When the first call was made. */
    startedAt: instant,
    /** Whether everything that was due was read: otherwise the next round reads it again. */
    complete: z.boolean(),
    /** Posts whose comments were asked for. */
    posts: z.int().nonnegative(),
    /** Comments that were new. */
    synced: z.int().nonnegative(),
    /** Posts whose comments could not be read. */
    errors: z.int().nonnegative(),
    failure: z.object({ kind: z.string(), message: z.string() }).optional(),
    /** The next round of the schedule; null until the account publishes again. */
    nextAt: instant.nullable(),
  }),
  { description: "The comments on an account's posts were read from its platform." },
);

export const commentRoundEvents = [CommentsRead] as const;
export type CommentRoundEvent = EventOf<(typeof commentRoundEvents)[number]>;

export type RecordReading = Readonly<{ type: 'record-reading' } & z.input<typeof CommentsRead.schema>>;

/**
 * `commentRound-<id>`: one reading of one account's comments. Each has a stream of its own, so no
 * command reads earlier ones.
 */
export const commentRound: Decider<'absent' | 'recorded', RecordReading, CommentRoundEvent> = {
  category: 'commentRound',
  initial: 'absent',
  decide: ({ type: _type, ...data }, state) => (state === 'recorded' ? [] : [CommentsRead(data)]),
  evolve: () => 'recorded',
};
