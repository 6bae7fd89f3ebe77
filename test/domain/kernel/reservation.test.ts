import { expect } from 'chai';
import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../domain/kernel/event.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { holdersAt, reservation, ReservationFull } from '../../../domain/kernel/reservation.ts';
import { specFor } from '../../support/spec.ts';

const Taken = defineEvent('Taken', z.object({ by: z.string(), seat: z.string(), from: z.array(z.string()) }), {
  description: 'Taken.',
});
const Freed = defineEvent('Freed', z.object({ by: z.string() }), { description: 'Freed.' });
type Event = EventOf<typeof Taken> | EventOf<typeof Freed>;

const now = '2026-03-01T10:00:00.000Z';
const later = '2026-03-01T11:00:00.000Z';

const seats = (capacity: number) =>
  reservation<Readonly<{ seat: string }>, Event>({
    category: 'seat',
    capacity,
    reserved: ({ holder, seat }, lapsed) => [Taken({ by: holder, seat, from: [...lapsed] })],
    released: ({ holder }) => Freed({ by: holder }),
    evolve: (holders, event) => {
      const left = Object.entries(holders).filter(([holder]) =>
        event.type === 'Taken' ? !event.data.from.includes(holder) : holder !== event.data.by,
      );
      return { ...Object.fromEntries(left), ...(event.type === 'Taken' ? { [event.data.by]: null } : {}) };
    },
    refusal: ({ seat }, holders) => new Refused('CONFLICT', `${seat} is taken by ${holders.join()}`),
  });

const taken = (by: string, ...from: string[]) => Taken({ by, seat: '1A', from });
const reserve = (holder: string, lapsed: readonly string[] = []) =>
  ({ type: 'reserve', seat: '1A', holder, now, lapsed }) as const;

describe('a reservation', () => {
  it('is for the first, once, with the terms that are stored', () => {
    const given = specFor(seats(1));
    given().when(reserve('a')).then(taken('a'));
    given(taken('a')).when(reserve('a')).thenNothing();
    given(taken('a'))
      .when(reserve('b'))
      .thenRefused('CONFLICT', /^1A is taken by a$/);
  });

  it('has as many holders as its capacity', () => {
    const given = specFor(seats(2));
    given(taken('a')).when(reserve('b')).then(taken('b'));
    given(taken('a'), taken('b')).when(reserve('c')).thenRefused('CONFLICT', /a,b$/);
  });

  it('gives the place of a lapsed holder on, and of no other', () => {
    const given = specFor(seats(1));
    given(taken('a'))
      .when(reserve('b', ['a']))
      .then(taken('b', 'a'));
    given(taken('a'), taken('b', 'a'))
      .when(reserve('c', ['a']))
      .thenRefused('CONFLICT', /by b$/);
  });

  it('is free again when its holder releases it, and only then', () => {
    const given = specFor(seats(1));
    given(taken('a'))
      .when({ type: 'release', seat: '1A', holder: 'a' })
      .then(Freed({ by: 'a' }));
    given(taken('a')).when({ type: 'release', seat: '1A', holder: 'b' }).thenNothing();
    given(taken('a'), Freed({ by: 'a' }))
      .when(reserve('b'))
      .then(taken('b'));
  });

  it('names its holders to the claim that they are in the way of', () => {
    const decider = seats(1);
    expect(() => decider.decide(reserve('b'), foldState(decider, [taken('a')])))
      .to.throw(ReservationFull)
      .that.deep.includes({ code: 'CONFLICT', holders: ['a'] });
  });

  it('ends by itself at its time', () => {
    expect(holdersAt({ a: null, b: later, c: now }, now)).to.deep.equal(['a', 'b']);
  });
});
