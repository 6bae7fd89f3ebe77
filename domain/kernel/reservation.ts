import { unreachable, type Decider } from './decider.ts';
import type { NewEvent } from './event.ts';
import { Refused } from './refused.ts';

/** Who holds a reservation, each until a time (ISO 8601) or, with null, until it is released. */
export type Holders = Readonly<Record<string, string | null>>;

type Reserve = Readonly<{
  type: 'reserve';
  holder: string;
  /** When the reservation ends by itself; absent or null: never. */
  until?: string | null;
  now: string;
  /** Holders that were found to be invalid: their places pass to this holder. */
  lapsed?: readonly string[];
}>;

type Release = Readonly<{ type: 'release'; holder: string }>;

/** `Terms` are the facts that the stored events have beside the holder. */
export type ReservationCommand<Terms extends object = object> = (Reserve & Terms) | (Release & Terms);

/** The stored events of one kind of reservation, and its refusal. */
type Reservation<Terms extends object, Event extends NewEvent> = Readonly<{
  category: string;
  /** The most holders at one time. */
  capacity: number;
  /** The events of a new holder that takes the places of `lapsed`. */
  reserved(command: Reserve & Terms, lapsed: readonly string[]): readonly Event[];
  /**
   * The event of a holder that gives its place back. A reservation without one ends only when its
   * holders lapse.
   */
  released?(command: Release & Terms): Event;
  evolve(holders: Holders, event: Event): Holders;
  /** The refusal when one holder too many claims a place. */
  refusal(command: Reserve & Terms, holders: readonly string[]): Refused;
}>;

/**
 * All places are taken. A claim checks whether these holders are still valid
 * (`commands/kernel/claim.ts`).
 *
 * @example
 * new ReservationFull(new Refused('CONFLICT', 'The name is taken'), ['c1']).holders; // ['c1']
 */
export class ReservationFull extends Refused {
  readonly holders: readonly string[];

  constructor({ code, message, details, answeredAs }: Refused, holders: readonly string[]) {
    super(code, message, details, { answeredAs });
    this.holders = holders;
  }
}

/**
 * The holders at a time.
 *
 * @example
 * const holders = { c1: null, c2: '2026-12-01T10:00:00.000Z' };
 * holdersAt(holders, '2026-12-01T09:00:00.000Z'); // ['c1', 'c2']
 * holdersAt(holders, '2026-12-01T11:00:00.000Z'); // ['c1']
 */
export const holdersAt = (holders: Holders, now: string): readonly string[] =>
  Object.keys(holders).filter((holder) => isHeld(holders[holder], now));

const isHeld = (until: string | null | undefined, now: string): boolean =>
  until === null || (until !== undefined && until > now);

/**
 * Uniqueness or a limit that holds under concurrency: all claimants of the same thing reserve it in
 * one stream first. Each kind of reservation keeps its stored event types.
 *
 * @example
 * const slug = reservation({
 *   category: 'slug',
 *   capacity: 1,
 *   reserved: ({ holder }) => [{ type: 'SlugTaken', data: { holder } }],
 *   evolve: (holders, { data }: NewEvent<string, { holder: string }>) => ({ ...holders, [data.holder]: null }),
 *   refusal: () => new Refused('CONFLICT', 'The slug is taken'),
 * });
 * const reserve = { type: 'reserve', holder: 'c1', now: '2026-12-01T10:00:00.000Z' } as const;
 * slug.decide(reserve, {}); // [{ type: 'SlugTaken', data: { holder: 'c1' } }]
 * slug.decide(reserve, { c1: null }); // []
 * slug.decide(reserve, { c2: null }); // throws Refused
 */
export const reservation = <Terms extends object, Event extends NewEvent>({
  category,
  capacity,
  reserved,
  released,
  evolve,
  refusal,
}: Reservation<Terms, Event>): Decider<Holders, ReservationCommand<Terms>, Event> => ({
  category,
  initial: {},
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'reserve': {
        if (isHeld(state[command.holder], command.now)) return [];
        const lapsed = (command.lapsed ?? []).filter((holder) => state[holder] !== undefined);
        const valid = holdersAt(state, command.now).filter((holder) => !lapsed.includes(holder));
        if (valid.length >= capacity) throw new ReservationFull(refusal(command, valid), valid);
        return reserved(command, lapsed);
      }
      case 'release':
        return released && state[command.holder] !== undefined ? [released(command)] : [];
      default:
        return unreachable(command);
    }
  },
});
