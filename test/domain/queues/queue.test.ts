import { expect } from 'chai';
import fc from 'fast-check';
import { defaultQueue, orderedSlots, queueFrom, QueueSchedule, type QueueSlot } from '../../../domain/queues/queue.ts';
import { nextFreeSlot } from '../../../domain/queues/slot-times.ts';
import { instantOf, wallTimeAt } from '../../../domain/kernel/wall-time.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();
const daily = (time: string, timezone: string): QueueSchedule => ({
  timezone,
  slots: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, time })),
});
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Apia',
  'Pacific/Kiritimati',
] as const;
const instants = fc.integer({ min: at('2010-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });
const hhmm = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const slots: fc.Arbitrary<QueueSlot[]> = fc.array(fc.record({ day: fc.integer({ min: 0, max: 6 }), time: hhmm }), {
  minLength: 1,
  maxLength: 6,
});

describe('wall clocks', () => {
  it('keep the local time across a change of clocks', () => {
    const nine = (day: number) => instantOf({ year: 2026, month: 3, day, hour: 9, minute: 0 }, 'Europe/Berlin');
    expect(iso(nine(28))).to.equal('2026-03-28T08:00:00.000Z');
    expect(iso(nine(29))).to.equal('2026-03-29T07:00:00.000Z');
  });

  it('move a time that is skipped as far as the clocks move, and take the first of one that comes twice', () => {
    const berlin = (month: number, day: number) =>
      instantOf({ year: 2026, month, day, hour: 2, minute: 30 }, 'Europe/Berlin');
    expect(iso(berlin(3, 29))).to.equal('2026-03-29T01:30:00.000Z');
    expect(wallTimeAt(berlin(3, 29), 'Europe/Berlin')).to.deep.include({ hour: 3, minute: 30 });
    expect(iso(berlin(10, 25))).to.equal('2026-10-25T00:30:00.000Z');
  });

  it('find the way back: an instant, read and found again, is itself or its first coming', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const minute = Math.floor(instant / 60_000) * 60_000;
        const wall = wallTimeAt(minute, zone);
        const found = instantOf(wall, zone);
        expect(wallTimeAt(found, zone)).to.deep.equal(wall);
        expect(found).to.be.at.most(minute);
        expect(minute - found).to.be.at.most(3_600_000);
      }),
    );
  });
});

describe('queue', () => {
  it('has weekday slots at nine, noon and five by default', () => {
    // Friday 20 November 2026.
    expect(iso(nextFreeSlot(defaultQueue(), at('2026-11-20T08:59:59Z'), []))).to.equal('2026-11-20T09:00:00.000Z');
    expect(iso(nextFreeSlot(defaultQueue(), at('2026-11-20T09:00:00Z'), []))).to.equal('2026-11-20T12:00:00.000Z');
    expect(iso(nextFreeSlot(defaultQueue(), at('2026-11-20T17:00:00Z'), []))).to.equal('2026-11-23T09:00:00.000Z');
    expect(iso(nextFreeSlot(defaultQueue('America/New_York'), at('2026-11-20T08:00:00Z'), []))).to.equal(
      '2026-11-20T14:00:00.000Z',
    );
  });

  it('passes over taken slots, however many', () => {
    const taken: number[] = [];
    const now = at('2026-11-20T08:00:00Z');
    for (let count = 0; count < 40; count += 1) taken.push(nextFreeSlot(defaultQueue(), now, taken)!);
    expect(new Set(taken).size).to.equal(40);
    expect([...taken].sort((a, b) => a - b)).to.deep.equal(taken);
    expect(iso(taken.at(-1))).to.equal('2026-12-09T09:00:00.000Z');
  });

  it('has nothing to give without slots', () => {
    expect(nextFreeSlot({ timezone: 'UTC', slots: [] }, at('2026-11-20T08:00:00Z'), [])).to.equal(undefined);
  });

  it('uses a slot in a skipped hour once, moved, and one in a repeated hour once', () => {
    const berlin = daily('02:30', 'Europe/Berlin');
    expect(iso(nextFreeSlot(berlin, at('2026-03-28T12:00:00Z'), []))).to.equal('2026-03-29T01:30:00.000Z');
    expect(iso(nextFreeSlot(berlin, at('2026-10-24T12:00:00Z'), []))).to.equal('2026-10-25T00:30:00.000Z');
    expect(iso(nextFreeSlot(berlin, at('2026-10-25T00:30:00Z'), []))).to.equal('2026-10-26T01:30:00.000Z');
  });

  it('keeps its order when the clocks skip midnight', () => {
    // Cairo, 26 April 2024: 00:00 became 01:00.
    const cairo: QueueSchedule = {
      timezone: 'Africa/Cairo',
      slots: [
        { day: 5, time: '00:30' },
        { day: 5, time: '01:10' },
      ],
    };
    const first = nextFreeSlot(cairo, at('2024-04-25T12:00:00Z'), []);
    expect(iso(first)).to.equal('2024-04-25T22:10:00.000Z');
    expect(iso(nextFreeSlot(cairo, first!, []))).to.equal('2024-04-25T22:30:00.000Z');
  });

  it('always gives a future, free slot of the week, and the earliest there is', () => {
    fc.assert(
      fc.property(
        slots,
        fc.constantFrom(...zones),
        instants,
        fc.integer({ min: 0, max: 12 }),
        (weekly, timezone, now, used) => {
          const schedule = { timezone, slots: weekly };
          const taken: number[] = [];
          for (let count = 0; count < used; count += 1) taken.push(nextFreeSlot(schedule, now, taken)!);
          const next = nextFreeSlot(schedule, now, taken)!;
          expect(next).to.be.greaterThan(now);
          expect(taken).not.to.include(next);
          for (const earlier of taken) expect(earlier).to.be.lessThan(next);
          expect(nextFreeSlot(schedule, next - 1, taken)).to.equal(next);
          const wall = wallTimeAt(next, timezone);
          const shown = `${String(wall.hour).padStart(2, '0')}:${String(wall.minute).padStart(2, '0')}`;
          const skipped = !weekly.some((slot) => slot.time === shown);
          if (skipped) {
            const hoursAround = wallTimeAt(next - 7_200_000, timezone);
            expect(instantOf(hoursAround, timezone) + 7_200_000).to.equal(next);
            expect(
              (wall.hour * 60 + wall.minute - hoursAround.hour * 60 - hoursAround.minute + 2880) % 1440,
            ).not.to.equal(120);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is read strictly and stored in order, each slot once', () => {
    expect(QueueSchedule.safeParse({ timezone: 'Europe/Berlin', slots: [{ day: 1, time: '09:00' }] }).success).to.equal(
      true,
    );
    for (const wrong of [
      { timezone: 'Mars/Base', slots: [] },
      { timezone: 'UTC', slots: [{ day: 7, time: '09:00' }] },
      { timezone: 'UTC', slots: [{ day: 1, time: '9:00' }] },
      { timezone: 'UTC', slots: [{ day: 1, time: '24:00' }] },
      { timezone: 'UTC' },
    ])
      expect(QueueSchedule.safeParse(wrong).success, JSON.stringify(wrong)).to.equal(false);
    expect(
      orderedSlots([
        { day: 2, time: '09:00' },
        { day: 1, time: '17:00' },
        { day: 1, time: '09:00' },
        { day: 1, time: '17:00' },
      ]),
    ).to.deep.equal([
      { day: 1, time: '09:00' },
      { day: 1, time: '17:00' },
      { day: 2, time: '09:00' },
    ]);
  });
});

describe('a queue as it is shown', () => {
  const slots = [0, 1, 6].map((day) => ({ day, time: '09:00' }));
  const daysFrom = (weekStart: 'sunday' | 'monday' | undefined) =>
    queueFrom(weekStart, { timezone: 'UTC', slots }).slots.map(({ day }) => day);

  it('begins with the day that the workspace chose, Sunday by default', () => {
    expect(daysFrom('monday')).to.deep.equal([1, 6, 0]);
    expect(daysFrom('sunday')).to.deep.equal([0, 1, 6]);
    expect(daysFrom(undefined)).to.deep.equal([0, 1, 6]);
  });
});

describe('the next free slot', () => {
  it('is none of a queue without slots', () => {
    expect(nextFreeSlot({ timezone: 'UTC', slots: [] }, at('2026-03-02T08:00:00Z'), [])).to.equal(undefined);
  });

  it('is the earliest of its day, in whatever order the slots are', () => {
    const schedule = { timezone: 'UTC', slots: ['17:00', '09:00', '12:00'].map((time) => ({ day: 1, time })) };
    const monday = at('2026-03-02T10:00:00Z');
    expect(iso(nextFreeSlot(schedule, monday, []))).to.equal('2026-03-02T12:00:00.000Z');
    expect(iso(nextFreeSlot(schedule, monday, [at('2026-03-02T12:00:00Z')]))).to.equal('2026-03-02T17:00:00.000Z');
  });

  it('is after now, and not now', () => {
    const schedule = { timezone: 'UTC', slots: [{ day: 1, time: '09:00' }] };
    expect(iso(nextFreeSlot(schedule, at('2026-03-02T09:00:00Z'), []))).to.equal('2026-03-09T09:00:00.000Z');
  });

  it('is found after weeks in which every slot is taken', () => {
    const schedule = { timezone: 'UTC', slots: [{ day: 1, time: '09:00' }] };
    const taken = Array.from({ length: 30 }, (_, week) => at('2026-03-02T09:00:00Z') + week * 7 * 86_400_000);
    expect(iso(nextFreeSlot(schedule, at('2026-03-01T00:00:00Z'), taken))).to.equal('2026-09-28T09:00:00.000Z');
  });
});
