import { expect } from 'chai';
import fc from 'fast-check';
import { creditAccount, type CreditCommand } from '../../../domain/credits/credit-account.ts';
import { creditCompaction } from '../../../domain/credits/credit-compaction.ts';
import {
  CreditsAdjusted,
  CreditsCaptured,
  CreditsExpired,
  CreditsGranted,
  CreditsReleased,
  CreditsReserved,
  CreditsWithdrawn,
  type CreditEvent,
} from '../../../domain/credits/credit-events.ts';
import { creditBalance } from '../../../domain/credits/credit-view.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(creditAccount);
const january = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };
const february = { start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' };
const inJanuary = { now: '2026-01-05T09:00:00.000Z', terms: { period: january, allowance: 10 } };
const inFebruary = { now: '2026-02-05T09:00:00.000Z', terms: { period: february, allowance: 10 } };
const plan = { kind: 'plan', id: january.start } as const;
const job = { kind: 'bulk-job', id: 'j1' } as const;
const after = (allowance: number, reserved = 0, used = 0, purchased = 0) => ({ allowance, purchased, reserved, used });
const granted = CreditsGranted({ credits: 10, cause: plan, period: january, allowance: 10, after: after(10) });
const reserved = CreditsReserved({
  credits: 4,
  cause: job,
  reservationId: 'r1',
  periodStart: january.start,
  until: null,
  parts: { allowance: 4, purchased: 0 },
  after: after(6, 4),
});
const reserve = {
  type: 'reserve-credits',
  reservationId: 'r1',
  credits: 4,
  until: null,
  cause: job,
  refusal: 'INSUFFICIENT_CREDITS',
} as const;

describe('an account of credits', () => {
  it('begins with the allowance of the period', () =>
    given()
      .when({ ...reserve, ...inJanuary })
      .then(granted, reserved));
  it('takes aside no more than there is', () =>
    given(granted)
      .when({ ...reserve, ...inJanuary, credits: 11 })
      .thenRefused('INSUFFICIENT_CREDITS', /11 AI credits are needed and 10 are available/));
  it('spends what was taken aside, each item once', () => {
    const capture = { type: 'capture-credits', reservationId: 'r1', item: 'a', credits: 1, ...inJanuary } as const;
    const captured = CreditsCaptured({
      credits: 1,
      cause: job,
      reservationId: 'r1',
      item: 'a',
      parts: { allowance: 1, purchased: 0 },
      after: after(6, 3, 1),
    });
    given(granted, reserved).when(capture).then(captured);
    given(granted, reserved, captured).when(capture).thenNothing();
  });
  it('spends nothing that was not taken aside', () =>
    given(granted)
      .when({ type: 'capture-credits', reservationId: 'r9', item: 'a', credits: 1, ...inJanuary })
      .thenNothing());
  it('gives the rest of a reservation back', () =>
    given(granted, reserved)
      .when({ type: 'release-credits', reservationId: 'r1', item: 'rest', reason: 'cancelled', ...inJanuary })
      .then(
        CreditsReleased({
          credits: 4,
          cause: job,
          reservationId: 'r1',
          item: 'rest',
          reason: 'cancelled',
          parts: { allowance: 4, purchased: 0 },
          after: after(10),
        }),
      ));
  it('loses the allowance at the end of its period, also what is given back later', () =>
    given(granted, reserved)
      .when({ type: 'release-credits', reservationId: 'r1', item: 'rest', reason: 'failed', ...inFebruary })
      .then(
        CreditsExpired({
          credits: 6,
          cause: { kind: 'period-end', id: january.start },
          period: january,
          after: after(0, 4),
        }),
        CreditsGranted({
          credits: 10,
          cause: { kind: 'plan', id: february.start },
          period: february,
          allowance: 10,
          after: after(10, 4),
        }),
        CreditsReleased({
          credits: 4,
          cause: job,
          reservationId: 'r1',
          item: 'rest',
          reason: 'failed',
          parts: { allowance: 4, purchased: 0 },
          after: after(14),
        }),
        CreditsExpired({
          credits: 4,
          cause: { kind: 'period-end', id: january.start },
          period: { start: january.start, end: february.start },
          after: after(10),
        }),
      ));
  it('keeps purchased credits, and spends them after the allowance', () => {
    const purchase = { type: 'purchase-credits', purchaseId: 'p1', credits: 5, ...inJanuary } as const;
    const events = given(granted).when(purchase).events();
    const spent = given(granted, ...events)
      .when({ ...reserve, ...inJanuary, credits: 12 })
      .events();
    expect(spent[0]?.data.after).to.deep.equal(after(0, 12, 0, 3));
    const later = given(granted, ...events)
      .when({ ...reserve, ...inFebruary, credits: 12 })
      .events();
    expect(later.at(-1)?.data.after).to.deep.equal(after(0, 12, 0, 3));
  });
  it('gets the difference when the plan becomes better, and loses the unused rest of it when it becomes worse', () => {
    const better = { ...inJanuary, terms: { period: january, allowance: 25 } };
    const cause = { kind: 'purchase', id: 'p1' } as const;
    given(granted)
      .when({ type: 'purchase-credits', purchaseId: 'p1', credits: 1, ...better })
      .thenTypes('CreditsGranted', 'CreditsAdded');
    expect(creditBalance({ ...after(10), period: january, granted: 10 }, better.terms).remaining).to.equal(25);
    const worse = { ...inJanuary, terms: { period: january, allowance: 1 } };
    given(granted)
      .when({ type: 'purchase-credits', purchaseId: cause.id, credits: 1, ...worse })
      .thenTypes('CreditsWithdrawn', 'CreditsAdded');
  });
  it('gives back the unused credits of an add-on that is taken back, and gets no more of them when it comes again', () => {
    const addOn = CreditsGranted({
      credits: 110,
      cause: plan,
      period: january,
      allowance: 110,
      after: after(110),
    });
    const taken = CreditsReserved({ ...reserved.data, after: after(106, 4) } as never);
    const captured = CreditsCaptured({
      credits: 4,
      cause: job,
      reservationId: 'r1',
      item: 'a',
      parts: { allowance: 4, purchased: 0 },
      after: after(106, 0, 4),
    });
    const withdrawn = CreditsWithdrawn({
      credits: 100,
      cause: plan,
      period: january,
      allowance: 10,
      after: after(6, 0, 4),
    });
    const purchase = { type: 'purchase-credits', purchaseId: 'p1', credits: 1 } as const;
    given(addOn, taken, captured)
      .when({ ...purchase, ...inJanuary })
      .thenTypes('CreditsWithdrawn', 'CreditsAdded');
    expect(
      given(addOn, taken, captured)
        .when({ ...purchase, ...inJanuary })
        .events()[0],
    ).to.deep.equal(withdrawn);
    expect(creditBalance({ ...after(106, 0, 4), period: january, granted: 110 }, inJanuary.terms)).to.include({
      limit: 10,
      used: 4,
      remaining: 6,
    });
    const again = { ...inJanuary, terms: { period: january, allowance: 110 } };
    const [back] = given(addOn, taken, captured, withdrawn)
      .when({ ...purchase, ...again })
      .events();
    expect(back?.data.after).to.deep.equal(after(106, 0, 4));
  });
  it('ends a reservation at its time', () => {
    const short = CreditsReserved({ ...reserved.data, until: '2026-01-05T08:00:00.000Z' } as never);
    given(granted, short)
      .when({ type: 'capture-credits', reservationId: 'r1', item: 'a', credits: 1, ...inJanuary })
      .thenTypes('CreditsReleased');
  });
  it('has exactly the balance that is set, and nothing reserved', () =>
    given(granted, reserved)
      .when({ type: 'set-balance', balance: 3, cause: { kind: 'sandbox', id: 'c1' }, ...inJanuary })
      .then(
        CreditsReleased({
          credits: 4,
          cause: job,
          reservationId: 'r1',
          item: 'rest',
          reason: 'withdrawn',
          parts: { allowance: 4, purchased: 0 },
          after: after(10),
        }),
        CreditsAdjusted({
          credits: -7,
          cause: { kind: 'sandbox', id: 'c1' },
          period: january,
          after: after(3),
        }),
      ));

  const id = fc.constantFrom('r1', 'r2', 'r3');
  const count = fc.integer({ min: 0, max: 12 });
  const timed = fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 28 }), fc.constantFrom(0, 10, 25))
    .map(([month, day, allowance]) => ({
      now: new Date(Date.UTC(2026, month, day)).toISOString(),
      terms: {
        period: {
          start: new Date(Date.UTC(2026, month, 1)).toISOString(),
          end: new Date(Date.UTC(2026, month + 1, 1)).toISOString(),
        },
        allowance,
      },
    }));
  const until = fc.constantFrom(null, '2026-02-10T00:00:00.000Z');
  const untimed = fc.oneof(
    fc.record({ reservationId: id, credits: count, until }).map((each) => ({ ...reserve, ...each })),
    fc
      .record({ reservationId: id, item: fc.constantFrom('a', 'b', 'c'), credits: fc.integer({ min: 1, max: 3 }) })
      .map((each) => ({ type: 'capture-credits' as const, ...each })),
    fc
      .record({
        reservationId: id,
        item: fc.constantFrom('a', 'b', 'rest'),
        credits: fc.option(count, { nil: undefined }),
      })
      .map((each) => ({ type: 'release-credits' as const, reason: 'failed' as const, ...each })),
    count.map((credits) => ({ type: 'purchase-credits' as const, purchaseId: `p${credits}`, credits })),
    count.map((balance) => ({
      type: 'set-balance' as const,
      balance,
      cause: { kind: 'sandbox' as const, id: 'c' },
    })),
  );
  const life = fc
    .array(fc.tuple(untimed, timed), { maxLength: 40 })
    .map((all) =>
      all
        .map(([command, time]) => ({ ...command, ...time }) as CreditCommand)
        .sort((one, other) => one.now.localeCompare(other.now)),
    );
  const lived = (commands: readonly CreditCommand[]): readonly CreditEvent[] =>
    commands.reduce<readonly CreditEvent[]>((events, command) => {
      try {
        return [...events, ...creditAccount.decide(command, foldState(creditAccount, events))];
      } catch (error) {
        if (error instanceof Refused) return events;
        throw error;
      }
    }, []);
  const sumOf = (events: readonly CreditEvent[], ...types: readonly CreditEvent['type'][]): number =>
    events.filter(({ type }) => types.includes(type)).reduce((sum, { data }) => sum + data.credits, 0);

  it('neither loses nor makes a credit, and is never negative', () =>
    fc.assert(
      fc.property(life, (commands) => {
        const events = lived(commands);
        for (const { data } of events) for (const part of Object.values(data.after)) expect(part).to.be.at.least(0);
        const { balance, reservations } = foldState(creditAccount, events);
        const brought = sumOf(events, 'CreditsGranted', 'CreditsAdded', 'CreditsAdjusted');
        const gone = sumOf(events, 'CreditsCaptured', 'CreditsExpired', 'CreditsWithdrawn');
        expect(brought).to.equal(gone + balance.reserved + balance.allowance + balance.purchased);
        const settled = sumOf(events, 'CreditsCaptured', 'CreditsReleased');
        expect(sumOf(events, 'CreditsReserved')).to.equal(settled + balance.reserved);
        const held = Object.values(reservations).reduce((sum, { parts }) => sum + parts.allowance + parts.purchased, 0);
        expect(held).to.equal(balance.reserved);
      }),
      { numRuns: 300 },
    ));
  it('brings no period more than its largest allowance, however often the terms change', () =>
    fc.assert(
      fc.property(life, (commands) => {
        const bringing = lived(commands.filter(({ type }) => type !== 'set-balance' && type !== 'purchase-credits'));
        const brought = new Map<string, number>();
        for (const { type, data } of bringing) {
          if (type === 'CreditsGranted' || type === 'CreditsWithdrawn') {
            const sign = type === 'CreditsGranted' ? 1 : -1;
            const sum = (brought.get(data.period.start) ?? 0) + sign * data.credits;
            brought.set(data.period.start, sum);
            expect(sum).to.be.within(0, 25);
          }
        }
      }),
      { numRuns: 300 },
    ));
  it('is the same folded over its essential events, and has few of them', () =>
    fc.assert(
      fc.property(life, (commands) => {
        const events = lived(commands);
        const essential = creditCompaction.essential(events);
        const kept = events.filter((event) => essential.has(event));
        expect(foldState(creditAccount, kept)).to.deep.equal(foldState(creditAccount, events));
      }),
      { numRuns: 300 },
    ));
});
