import { expect } from 'chai';
import fc from 'fast-check';
import { creditAccount, type CreditCommand } from '../../domain/credits/credit-account.ts';
import type { CreditEvent } from '../../domain/credits/credit-events.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { CreditLedger } from './credit-ledger.ts';

const stream = 'credits-u1';
const months = ['2026-01', '2026-02', '2026-03', '2026-04'].map((month) => `${month}-01T00:00:00.000Z`);
const timed = (month: number) => ({
  now: months[month] ?? '',
  terms: { period: { start: months[month] ?? '', end: months[month + 1] ?? '' }, allowance: 20 },
});
const cause = { kind: 'bulk-job', id: 'j' } as const;
const reservationId = fc.constantFrom('r1', 'r2', 'r3');
const item = fc.constantFrom('1', '2');
const credits = fc.integer({ min: 1, max: 12 });
const anyCommand: fc.Arbitrary<CreditCommand> = fc
  .tuple(
    fc.integer({ min: 0, max: 2 }),
    fc.oneof(
      fc.record({
        type: fc.constant('reserve-credits' as const),
        reservationId,
        credits,
        cause: fc.constant(cause),
        until: fc.constantFrom(null, months[1] ?? null),
        refusal: fc.constant('INSUFFICIENT_CREDITS' as const),
      }),
      fc.record({ type: fc.constant('capture-credits' as const), reservationId, item, credits }),
      fc.record({
        type: fc.constant('release-credits' as const),
        reservationId,
        item,
        reason: fc.constantFrom('failed' as const, 'cancelled' as const),
      }),
      fc.record({ type: fc.constant('purchase-credits' as const), purchaseId: item, credits }),
      fc.record({ type: fc.constant('set-balance' as const), balance: credits, cause: fc.constant(cause) }),
    ),
  )
  .map(([month, command]) => ({ ...timed(month), ...command }));

/** The events of these commands, each in the month that is at least that of the one before. */
const eventsOf = (commands: readonly CreditCommand[]): CreditEvent[] => {
  const sorted = [...commands].sort((one, other) => one.now.localeCompare(other.now));
  let state = creditAccount.initial;
  return sorted.flatMap((command) => {
    try {
      const events = creditAccount.decide(command, state);
      for (const event of events) state = creditAccount.evolve(state, event as Recorded<CreditEvent>);
      return [...events];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  });
};
const faultsIn = (events: readonly CreditEvent[]): readonly string[] => {
  const ledger = new CreditLedger();
  for (const [revision, event] of events.entries()) ledger.add({ ...event, stream, revision });
  return ledger.faults;
};

describe('the ledger of credits', () => {
  it('sums up: what came in is captured, reserved or left', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        expect(faultsIn(eventsOf(commands))).to.deep.equal([]);
      }),
      { numRuns: 200 },
    ));
  it('names a credit that is captured twice', () => {
    const reserve = { type: 'reserve-credits', reservationId: 'r1', credits: 2, cause, until: null } as const;
    const capture = { type: 'capture-credits', reservationId: 'r1', item: '1', credits: 2 } as const;
    const events = eventsOf([
      { ...timed(0), ...reserve, refusal: 'INSUFFICIENT_CREDITS' },
      { ...timed(0), ...capture },
    ]);
    const last = events.at(-1);
    if (!last) throw new Error('no events');
    expect(faultsIn(events)).to.deep.equal([]);
    expect(faultsIn([...events, last])).to.have.length(1);
  });
});
