import { expect } from 'chai';
import { z } from 'zod';
import { catalogueOf, UnknownEvent } from '../../../domain/kernel/catalogue.ts';
import { defineEvent } from '../../../domain/kernel/event.ts';

const Note = z.object({ text: z.string() });
const Noted = defineEvent('Noted', Note, {
  description: 'Noted.',
  upcasts: [(data: string) => [data], ([text]: readonly [string]) => ({ text })],
});

describe('the catalogue of events', () => {
  it('stores an event with the version of its data, and lifts older ones to it', () => {
    const catalogue = catalogueOf([Noted]);
    expect(catalogue.encode(Noted({ text: 'x' }))).to.deep.equal({ type: 'Noted', version: 3, data: { text: 'x' } });
    expect(catalogue.decode({ type: 'Noted', version: 1, data: 'x' })).to.deep.equal(Noted({ text: 'x' }));
    expect(catalogue.decode({ type: 'Noted', version: 2, data: ['x'] })).to.deep.equal(Noted({ text: 'x' }));
    expect(catalogue.decode({ type: 'Noted', version: 3, data: { text: 'x' } })).to.deep.equal(Noted({ text: 'x' }));
  });

  it('takes a type once', () => {
    expect(() => catalogueOf([Noted, Noted])).to.throw('event Noted is declared twice');
  });

  it('refuses a type that it does not know', () => {
    expect(() => catalogueOf([]).decode({ type: 'Noted', version: 1, data: {} })).to.throw(UnknownEvent, 'Noted');
  });
});
