import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation } from '../kernel/reservation.ts';

/** Two names are the same when they differ in case only. */
export const comparableName = (name: string): string => name.toLowerCase();

export const HashtagSetNameReserved = defineEvent(
  'HashtagSetNameReserved',
  z.object({ name: z.string(), hashtagSetId: z.string() }),
  { description: 'A set of hashtags claimed its name within the workspace.' },
);
export const HashtagSetNameReleased = defineEvent(
  'HashtagSetNameReleased',
  z.object({ name: z.string(), hashtagSetId: z.string() }),
  { description: 'The name of a set of hashtags became free again.' },
);

export const hashtagSetNameEvents = [HashtagSetNameReserved, HashtagSetNameReleased] as const;
export type HashtagSetNameEvent = EventOf<(typeof hashtagSetNameEvents)[number]>;

/** `hashtagSetName-<hash of workspace and comparable name>`: one name, for one set. */
export const hashtagSetName = reservation<Readonly<{ name: string }>, HashtagSetNameEvent>({
  category: 'hashtagSetName',
  capacity: 1,
  reserved: ({ holder, name }) => [HashtagSetNameReserved({ name, hashtagSetId: holder })],
  released: ({ holder, name }) => HashtagSetNameReleased({ name, hashtagSetId: holder }),
  evolve: (_, { type, data }) => (type === 'HashtagSetNameReserved' ? { [data.hashtagSetId]: null } : {}),
  refusal: ({ name }) =>
    new Refused('VALIDATION_ERROR', `name: another hashtag set is named ${name}`, { field: 'name' }),
});
