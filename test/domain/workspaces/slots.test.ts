import { expect } from 'chai';
import fc from 'fast-check';
import { foldState } from '../../../domain/kernel/decider.ts';
import { holdersAt } from '../../../domain/kernel/reservation.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { Slug, SlugReleased, SlugReserved, slugReservation } from '../../../domain/workspaces/slug.ts';
import {
  apiKeySlots,
  maxActiveApiKeys,
  maxOwnedWorkspaces,
  ownedWorkspaces,
  SlotFreed,
  SlotTaken,
  type SlotEvent,
} from '../../../domain/workspaces/slots.ts';
import { statusOf } from '../../../read-api/contract/refusal-status.ts';
import { specFor } from '../../support/spec.ts';

const now = '2026-01-01T00:00:00.000Z';
const later = '2026-02-01T00:00:00.000Z';

describe('a limited number of places', () => {
  const given = specFor(ownedWorkspaces);
  const three = ['a', 'b', 'c'].map((holder) => SlotTaken({ holder, until: null }));

  it('is given out up to the limit', () => {
    given()
      .when({ type: 'reserve', holder: 'a', until: null, now })
      .then(SlotTaken({ holder: 'a', until: null }));
    given(...three)
      .when({ type: 'reserve', holder: 'd', until: null, now })
      .thenRefused('LIMIT_REACHED');
    given(...three)
      .when({ type: 'reserve', holder: 'a', until: null, now })
      .thenNothing();
  });

  it('gives a freed place to the next', () => {
    given(...three, SlotFreed({ holder: 'b' }))
      .when({ type: 'reserve', holder: 'd', until: null, now })
      .thenTypes('SlotTaken');
    given(...three)
      .when({ type: 'release', holder: 'b' })
      .then(SlotFreed({ holder: 'b' }));
    given().when({ type: 'release', holder: 'b' }).thenNothing();
  });

  it('gives on the places of those that are gone', () => {
    given(...three)
      .when({ type: 'reserve', holder: 'd', until: null, now, lapsed: ['b', 'x'] })
      .then(SlotFreed({ holder: 'b' }), SlotTaken({ holder: 'd', until: null }));
  });

  it('answers 400 for API keys', () => {
    const full = Array.from({ length: maxActiveApiKeys }, (_, index) =>
      SlotTaken({ holder: `k${index}`, until: null }),
    );
    const take = { type: 'reserve', holder: 'one-more', until: null, now } as const;
    expect(() => apiKeySlots.decide(take, foldState(apiKeySlots, full)))
      .to.throw(Refused)
      .that.satisfies((refused: Refused) => refused.code === 'LIMIT_EXCEEDED' && statusOf(refused) === 400);
    specFor(apiKeySlots)(...full.slice(1), SlotTaken({ holder: 'k0', until: now }))
      .when({ type: 'reserve', holder: 'one-more', until: later, now })
      .thenTypes('SlotTaken');
  });

  it('never lets more hold a place than the limit, whatever the order', () => {
    const command = fc.record({
      take: fc.boolean(),
      holder: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      until: fc.constantFrom(null, later),
    });
    fc.assert(
      fc.property(fc.array(command), (commands) => {
        const events: SlotEvent[] = [];
        for (const { take, holder, until } of commands) {
          const state = foldState(ownedWorkspaces, events);
          try {
            events.push(
              ...ownedWorkspaces.decide(
                take ? { type: 'reserve', holder, until, now } : { type: 'release', holder },
                state,
              ),
            );
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
        }
        return holdersAt(foldState(ownedWorkspaces, events), now).length <= maxOwnedWorkspaces;
      }),
    );
  });
});

describe('a slug', () => {
  it('has lowercase letters, digits and hyphens', () => {
    for (const slug of ['a', 'acme-2', `w-${'0'.repeat(90)}`])
      expect(Slug.safeParse(slug).success, slug).to.equal(true);
    for (const slug of ['', 'Acme', 'a_b', 'a b', '-a', 'a'.repeat(101)])
      expect(Slug.safeParse(slug).success, slug).to.equal(false);
  });

  const given = specFor(slugReservation);
  const reserve = { type: 'reserve', slug: 'acme', holder: 'w1', now } as const;

  it('belongs to the first who reserves it', () => {
    given()
      .when(reserve)
      .then(SlugReserved({ slug: 'acme', workspaceId: 'w1' }));
    given(SlugReserved({ slug: 'acme', workspaceId: 'w1' }))
      .when(reserve)
      .thenNothing();
    given(SlugReserved({ slug: 'acme', workspaceId: 'w0' }))
      .when(reserve)
      .thenRefused('CONFLICT', /in use/);
  });

  it('is free again when its holder releases it or was found gone', () => {
    const held = SlugReserved({ slug: 'acme', workspaceId: 'w0' });
    given(held)
      .when({ type: 'release', slug: 'acme', holder: 'w0' })
      .then(SlugReleased({ slug: 'acme', workspaceId: 'w0' }));
    given(held).when({ type: 'release', slug: 'acme', holder: 'w1' }).thenNothing();
    given(held, SlugReleased({ slug: 'acme', workspaceId: 'w0' }))
      .when(reserve)
      .thenTypes('SlugReserved');
    given(held)
      .when({ ...reserve, lapsed: ['w0'] })
      .thenTypes('SlugReserved');
    given(held)
      .when({ ...reserve, lapsed: ['w9'] })
      .thenRefused('CONFLICT');
  });
});
