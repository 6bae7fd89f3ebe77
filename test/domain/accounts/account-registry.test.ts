import { expect } from 'chai';
import fc from 'fast-check';
import {
  accountRegistry,
  AccountSlotReleased,
  AccountSlotTaken,
  refuseHopeless,
  type AccountRegistryCommand,
} from '../../../domain/accounts/account-registry.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { planTerms } from '../../../domain/plans/plan.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(accountRegistry);
const take = (nativeKey: string, changes: Partial<Extract<AccountRegistryCommand, { type: 'take-slot' }>> = {}) =>
  ({
    type: 'take-slot',
    nativeKey,
    platform: 'TWITTER',
    newAccountId: `account-of-${nativeKey}`,
    plan: 'free',
    allowedPlatforms: [],
    ...changes,
  }) as const;
const taken = (nativeKey: string, accountId = `account-of-${nativeKey}`) =>
  AccountSlotTaken({ nativeKey, accountId, platform: 'TWITTER' });

describe('the places for accounts of a workspace', () => {
  it('are taken up to the limit', () => {
    given(taken('a'), taken('b')).when(take('c')).then(taken('c'));
    given(taken('a'), taken('b'), taken('c')).when(take('d')).thenRefused('LIMIT_EXCEEDED');
    given(taken('a'), taken('b'), taken('c'))
      .when(take('d', { plan: 'unlimited' }))
      .then(taken('d'));
  });
  it('hold one account once, also at the limit', () => {
    given(taken('a'), taken('b'))
      .when(take('a', { newAccountId: 'other' }))
      .thenNothing();
  });
  it('become free, and give a returning account its old id', () => {
    const released = AccountSlotReleased({ accountId: 'account-of-a' });
    given(taken('a')).when({ type: 'release-slot', accountId: 'account-of-a' }).then(released);
    given(taken('a'), released)
      .when(take('a', { newAccountId: 'other' }))
      .then(taken('a'));
    given(taken('a'), released, taken('b'), taken('c'), taken('d')).when(take('a')).thenRefused('LIMIT_EXCEEDED');
  });
  it('are only for platforms the workspace has enabled', () => {
    given()
      .when(take('a', { allowedPlatforms: ['LINKEDIN'] }))
      .thenRefused('PLATFORM_RESTRICTED');
    given()
      .when(take('a', { allowedPlatforms: ['TWITTER'] }))
      .thenTypes('AccountSlotTaken');
  });
  it('refuse early only what cannot be a reconnect', () => {
    const full = foldState(accountRegistry, [taken('a'), taken('b'), taken('c')]);
    expect(() => refuseHopeless(full, 'LINKEDIN', 'free')).to.throw(Refused, /allows 3/);
    expect(() => refuseHopeless(full, 'TWITTER', 'free')).not.to.throw();
    expect(() => refuseHopeless(full, 'LINKEDIN', 'starter')).not.to.throw();
  });
  it('never number more than the limit, and never give one native account two ids', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), release: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state = accountRegistry.initial;
        const ids = new Map<string, string>();
        for (const [index, { key, release }] of steps.entries()) {
          const command = release
            ? ({ type: 'release-slot', accountId: state[key]?.accountId ?? 'none' } as const)
            : take(key, { newAccountId: `n${index}` });
          try {
            state = foldState(accountRegistry, accountRegistry.decide(command, state), state);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
          const slot = state[key];
          if (slot) expect(ids.get(key) ?? slot.accountId).to.equal(slot.accountId);
          if (slot) ids.set(key, slot.accountId);
          expect(Object.values(state).filter(({ held }) => held).length).to.be.at.most(planTerms.free.accounts ?? 0);
        }
      }),
    );
  });
});
