import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';

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

/** Who holds a place, and until when (ISO 8601; null for ever). */
export type SlotState = Readonly<Record<string, string | null>>;

export type SlotCommand =
  | Readonly<{
      type: 'take-slot';
      holder: string;
      /** When the place becomes free by itself. */
      until: string | null;
      now: string;
      /** Holders found not to exist any more: their places are given on. */
      gone?: readonly string[];
    }>
  | Readonly<{ type: 'free-slot'; holder: string }>;

/** The holders whose places are not yet free by themselves. */
export const holders = (state: SlotState, now: string): readonly string[] =>
  Object.keys(state).filter((holder) => isHeld(state[holder], now));

const isHeld = (until: string | null | undefined, now: string): boolean => until === null || (until ?? '') > now;

/** A limit that holds under concurrency: whoever wants a place takes it in this one stream first. */
export const slots = (
  category: string,
  limit: number,
  refused: (taken: number) => Refused,
): Decider<SlotState, SlotCommand, SlotEvent> => ({
  category,
  initial: {},
  decide: (command, state) => {
    const { holder } = command;
    switch (command.type) {
      case 'take-slot': {
        if (isHeld(state[holder], command.now)) return [];
        const { gone = [], now, until } = command;
        const left = gone.filter((each) => state[each] !== undefined);
        const taken = holders(state, now).filter((each) => !left.includes(each));
        if (taken.length >= limit) throw refused(taken.length);
        return [...left.map((each) => SlotFreed({ holder: each })), SlotTaken({ holder, until })];
      }
      case 'free-slot':
        return state[holder] === undefined ? [] : [SlotFreed({ holder })];
      default:
        return unreachable(command);
    }
  },
  evolve: (state, { type, data }) => {
    const { [data.holder]: _freed, ...others } = state;
    return type === 'SlotTaken' ? { ...others, [data.holder]: data.until } : others;
  },
});

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
