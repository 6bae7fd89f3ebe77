import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation, type Holders } from '../kernel/reservation.ts';

export const SlotTaken = defineEvent(
  'SlotTaken',
  z.object({ holder: z.string(), until: z.iso.datetime().nullable() }),
  { description: 'One of a limited number of places was taken.' },
);
export const SlotFreed = defineEvent('SlotFreed', z.object({ holder: z.string() }), {
  description: 'One of a limited number of places became free.',
});

export const slotEvents = [SlotTaken, SlotFreed] as const;
export type SlotEvent = EventOf<(typeof slotEvents)[number]>;

/** A limited number of places, each with one holder at a time. */
export const slots = (category: string, capacity: number, refusal: (taken: number) => Refused) =>
  reservation<object, SlotEvent>({
    category,
    capacity,
    reserved: ({ holder, until = null }, lapsed) => [
      ...lapsed.map((each) => SlotFreed({ holder: each })),
      SlotTaken({ holder, until }),
    ],
    released: ({ holder }) => SlotFreed({ holder }),
    evolve,
    refusal: (_, holders) => refusal(holders.length),
  });

// One function for all kinds: a fold is cached only for the function that made it.
const evolve = (holders: Holders, { type, data }: SlotEvent): Holders => {
  const { [data.holder]: _freed, ...others } = holders;
  return type === 'SlotTaken' ? { ...others, [data.holder]: data.until } : others;
};

export const maxActiveApiKeys = 25;
export const maxOwnedWorkspaces = 3;

/** `apiKeySlots-<workspace id>`: the active API keys of a workspace. A key that expires gives its place back. */
export const apiKeySlots = slots(
  'apiKeySlots',
  maxActiveApiKeys,
  // The reference answers this limit as a bad request, and every other LIMIT_EXCEEDED as a limit of the plan.
  () =>
    new Refused('LIMIT_EXCEEDED', `A workspace has at most ${maxActiveApiKeys} active API keys`, undefined, {
      answeredAs: 'BAD_REQUEST',
    }),
);

/** `ownedWorkspaces-<user id>`: the workspaces a person owns. */
export const ownedWorkspaces = slots(
  'ownedWorkspaces',
  maxOwnedWorkspaces,
  () => new Refused('LIMIT_REACHED', `A person owns at most ${maxOwnedWorkspaces} workspaces`),
);
