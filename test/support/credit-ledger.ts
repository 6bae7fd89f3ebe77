import type { CreditEvent } from '../../domain/credits/credit-events.ts';
import { creditEvents } from '../../domain/credits/credit-events.ts';

type Stored = Readonly<{ type: string; stream: string; revision: number; data: unknown }>;
type Sums = { got: number; captured: number; left: number; open: Map<string, number>; next: number };

const types: ReadonlySet<string> = new Set(creditEvents.map(({ type }) => type));

/**
 * Adds up the credits of every account in a log, from the movements alone. What came in is captured,
 * reserved or left, and the balance in each event is that sum. A compacted stream lacks movements,
 * so it is left out.
 */
export class CreditLedger {
  readonly faults: string[] = [];
  readonly #accounts = new Map<string, Sums>();
  readonly #compacted = new Set<string>();

  add({ type, stream, revision, data }: Stored): void {
    if (!types.has(type) || this.#compacted.has(stream)) return;
    const of = this.#accounts.get(stream) ?? { got: 0, captured: 0, left: 0, open: new Map<string, number>(), next: 0 };
    if (of.next !== revision) return void this.#compacted.add(stream);
    of.next = revision + 1;
    this.#accounts.set(stream, of);
    const reserved = this.#move(of, { type, data } as CreditEvent);
    const { after } = data as CreditEvent['data'];
    const left = after.allowance + after.purchased;
    const sum = of.captured + reserved + of.left;
    if (
      of.got !== sum ||
      left !== of.left ||
      after.reserved !== reserved ||
      [...of.open.values()].some((each) => each < 0)
    )
      this.faults.push(
        `${type} at ${stream}/${revision}: ${of.got} came in; ${of.captured} captured, ${reserved} reserved and ` +
          `${of.left} left are ${sum}; the event says ${after.reserved} reserved and ${left} left`,
      );
  }

  /** Follows one movement; answers what is reserved afterwards. */
  #move(of: Sums, { type, data }: CreditEvent): number {
    const { credits } = data;
    switch (type) {
      case 'CreditsGranted':
      case 'CreditsAdded':
      case 'CreditsAdjusted':
        of.got += credits;
        of.left += credits;
        break;
      case 'CreditsExpired':
      case 'CreditsWithdrawn':
        of.got -= credits;
        of.left -= credits;
        break;
      case 'CreditsReserved':
        of.left -= credits;
        of.open.set(data.reservationId, credits);
        break;
      case 'CreditsCaptured':
      case 'CreditsReleased': {
        of.open.set(data.reservationId, (of.open.get(data.reservationId) ?? 0) - credits);
        if (type === 'CreditsCaptured') of.captured += credits;
        else of.left += credits;
      }
    }
    return [...of.open.values()].reduce((sum, each) => sum + each, 0);
  }
}
