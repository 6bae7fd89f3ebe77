import { expect } from 'chai';
import { z } from 'zod';
import { catalogueOf } from '../../../../domain/kernel/catalogue.ts';
import { defineEvent, type Recorded } from '../../../../domain/kernel/event.ts';
import { lift } from '../../../../infra/stores/eventstoredb/codec.ts';

const Noted = defineEvent('Noted', z.object({ text: z.string() }), {
  description: 'Noted.',
  upcasts: [
    (data: { words: string[] | undefined }) => {
      if (!data.words) throw new Error('no words');
      return { text: data.words.join(' ') };
    },
  ],
});
const catalogue = catalogueOf([Noted], new Map([['Noted', ['note']]]));
const meta = {
  workspaceId: 'w',
  mode: 'live' as const,
  actor: { kind: 'user' as const, id: 'u' },
  v: 1,
  $correlationId: 'c',
  $causationId: 'c',
  occurredAt: '2026-01-01T00:00:00.000Z',
};
const stored = (changes: object): Recorded => ({
  id: 'e',
  type: 'Noted',
  stream: 'note-1',
  revision: 0,
  position: { commit: 1n, prepare: 1n },
  data: { words: ['a', 'b'] },
  meta,
  ...changes,
});
const reasonOf = (changes: object): string | undefined => lift(stored(changes), catalogue)?.unreadable;

describe('lifting a stored event', () => {
  it('gives its newest version', () => {
    const lifted = lift(stored({}), catalogue);
    expect([lifted?.data, lifted?.unreadable]).to.deep.equal([{ text: 'a b' }, undefined]);
    expect(lifted?.meta).to.not.have.property('v');
  });

  it('skips types it does not know, and what another application wrote', () => {
    expect(lift(stored({ type: 'Other' }), catalogue)).to.equal(undefined);
    expect(lift(stored({ stream: 'other-1' }), catalogue), 'in a category of its own').to.equal(undefined);
    for (const foreign of [{}, null, 'text', 5, { ...meta, actor: undefined }, { ...meta, workspaceId: 7 }])
      expect(lift(stored({ meta: foreign }), catalogue), JSON.stringify(foreign)).to.equal(undefined);
  });

  it('reports why an event of ours cannot be read, and never throws', () => {
    expect(reasonOf({ data: {} })).to.equal('no words');
    expect(reasonOf({ data: null })).to.include('no object');
  });
});
