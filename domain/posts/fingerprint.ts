import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';

/** The place that one content, account and time have in a workspace: two scheduled posts cannot both hold it. */
export const ScheduleClaimed = defineEvent(
  'ScheduleClaimed',
  z.object({ postId: z.string(), /** Whose claim had lapsed. */ from: z.string().nullable() }),
  { description: 'A scheduled post took the place of its content, account and time.' },
);

export const fingerprintEvents = [ScheduleClaimed] as const;
export type FingerprintEvent = EventOf<typeof ScheduleClaimed>;

export type FingerprintState = Readonly<{ holder: string | null }>;

export type FingerprintCommand = Readonly<{
  type: 'claim';
  postId: string;
  /** A holder that was found to be scheduled no more, or with other content. */
  lapsed?: string;
}>;

export const fingerprint: Decider<FingerprintState, FingerprintCommand, FingerprintEvent> = {
  category: 'postFingerprint',
  initial: { holder: null },
  evolve: (_, { data }) => ({ holder: data.postId }),
  decide: (command, { holder }) => {
    if (command.type !== 'claim') return unreachable(command.type);
    if (holder === command.postId) return [];
    if (holder === null || holder === command.lapsed)
      return [ScheduleClaimed({ postId: command.postId, from: holder })];
    throw new Refused('CONFLICT', 'The same content is already scheduled on this account at this time', {
      reason: 'duplicate',
      postId: holder,
    });
  },
};

/** What makes two scheduled posts the same: the parts a reservation stream is named by. */
export const fingerprintOf = (
  workspaceId: string,
  accountId: string,
  content: string,
  scheduledFor: string,
): readonly string[] => [workspaceId, accountId, content, scheduledFor];
