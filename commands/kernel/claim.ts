import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { timeOfId } from '../../domain/kernel/ids.ts';
import { ReservationFull, type Holders, type ReservationCommand } from '../../domain/kernel/reservation.ts';
import type { WriteContext } from './endpoint.ts';
import { Refused } from '../../domain/kernel/refused.ts';

/**
 * The longest time from a request's claim to the event that the claim is for.
 *
 * @example
 * claimGraceMs; // 60_000
 */
export const claimGraceMs = 60_000;

/**
 * Whether the aggregate with this id exists by now, if its request went through.
 *
 * @example
 * isPastGrace(idAt(Date.parse('2026-01-01T00:00:00Z'), 'abcdefghijklmno')); // true
 */
export const isPastGrace = (id: string, graceMs: number = claimGraceMs): boolean => timeOfId(id) < Date.now() - graceMs;

type Claim<Terms extends object> = Readonly<{
  /** Names the reservation's stream within its category. */
  id: string;
  holder: string;
  /** When the claim ends by itself; by default never. */
  until?: string | null;
  terms: Terms;
  /** Names the claim within its request. */
  step: string;
  /**
   * Whether a holder that blocks the claim still needs its place, decided by the holder's own
   * stream.
   */
  isValid(holder: string): Promise<boolean>;
  /** The holders to check, where checking all of them costs too much. */
  suspects?(holders: readonly string[]): Promise<readonly string[]>;
  /** `fresh`: the reservation is expected not to exist yet. */
  options?: Readonly<{ fresh?: boolean; shared?: boolean; workspaceId?: string }>;
}>;

/**
 * Takes a reservation before the aggregate is stored, so that uniqueness and limits hold however
 * many requests race. A crash can leave a claim behind, and most holders give nothing back when
 * they end. Therefore a claim that finds the reservation full checks whether its holders are still
 * valid, and takes the places of those that are not.
 *
 * @example
 * declare const slugs: Decider<Holders, ReservationCommand, NewEvent>;
 * declare const context: WriteContext;
 * const isValid = async (holder: string) => holder === 'c1';
 * await claim(slugs, { id: reservationKey('spring-sale'), holder: 'c2', terms: {}, step: 'slug', isValid }, context);
 */
export const claim = async <Terms extends object, Event extends NewEvent>(
  decider: Decider<Holders, ReservationCommand<Terms>, Event>,
  { id, holder, until = null, terms, step, isValid, suspects, options = {} }: Claim<Terms>,
  context: Pick<WriteContext, 'handle' | 'now'>,
): Promise<void> => {
  const reserve = (lapsed: readonly string[]) =>
    context.handle(
      decider,
      id,
      { ...terms, type: 'reserve', holder, until, now: context.now, lapsed },
      { ...options, ...(lapsed.length > 0 && { fresh: false }), step: `${step}/${lapsed.join()}` },
    );
  try {
    await reserve([]);
  } catch (error) {
    if (!(error instanceof ReservationFull)) throw error;
    const asked = suspects ? await suspects(error.holders) : error.holders;
    const valid = await Promise.all(asked.map(isValid));
    const lapsed = asked.filter((_, index) => !valid[index]);
    if (lapsed.length === 0) throw error;
    await reserve(lapsed);
  }
};

/**
 * Carries out a request, and answers from the log where it is refused and `stored` finds what the same request has stored. A request
 * whose answer was lost is sent again, and would be refused for the place, the limit or the code that it has used up itself.
 *
 * @example
 * const refused = async () => Promise.reject(new Refused('CONFLICT', 'The code is used up'));
 * await orStored(refused, async () => 'the stored answer'); // 'the stored answer'
 * await orStored(refused, async () => undefined); // throws Refused
 */
export const orStored = async <Answer>(
  attempt: () => Promise<Answer>,
  stored: () => Promise<Answer | undefined>,
): Promise<Answer> => {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const answer = await stored();
    if (answer === undefined) throw error;
    return answer;
  }
};
