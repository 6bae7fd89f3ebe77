import type { FaultKind } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import fc from 'fast-check';
import type { TokenVault } from '../../../../commands/accounts/token-vault.ts';
import { Died, useRenewals, type Shown } from './renewals.ts';

describe('renewing a token', () => {
  const { lab, aProcess, watched, connected, flightOf } = useRenewals();

  const faults = [
    'server_error',
    'reset_before',
    'reset_after',
    'error_after',
    'rate_limited',
    'timeout',
    'dies',
  ] as const;
  const round = fc.record({
    fault: fc.option(fc.constantFrom(...faults), { nil: undefined, freq: 2 }),
    flights: fc.array(fc.nat({ max: 1 }), { minLength: 1, maxLength: 4 }),
    minutes: fc.constantFrom(0, 60, 130),
  });

  it('never sends a single-use token twice while the access token lives, in any process and after any failure', async () => {
    const processes = [aProcess(), aProcess()] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const person = await lab.person('TWITTER');
        const view: Shown[] = [];
        let dying = false;
        const connectors = watched(person, view, () => dying && !(dying = false));
        const owner = await connected(processes[0], person);
        const flights = processes.map((vault) => flightOf(vault, connectors, owner, person));
        for (const { fault, flights: chosen, minutes } of rounds) {
          dying = fault === 'dies';
          if (fault && fault !== 'dies') await person.fault('refresh', fault satisfies FaultKind);
          const known = (await processes[0].read(owner))?.tokens.facts.tokenVersion ?? 0;
          const before = view.length;
          await Promise.allSettled(chosen.flatMap((index) => flights[index]?.(known) ?? []));
          const accepted = view.slice(before).filter(({ ended }) => ended === 'accepted');
          expect(accepted.length, 'one renewal for all who asked at once').to.be.at.most(1);
          lab.clock.advance(minutes * 60_000);
        }
        for (const [index, first] of view.entries()) {
          if (first.ended !== 'accepted' && first.ended !== 'doubt') continue;
          const again = view.slice(index + 1).filter(({ token, accessAlive }) => token === first.token && accessAlive);
          expect(again, JSON.stringify(view)).to.deep.equal([]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is one renewal for all who ask at once, and the same answer', async () => {
    const processes = [aProcess(), aProcess(), aProcess()] as const;
    const person = await lab.person('TWITTER');
    const view: Shown[] = [];
    const connectors = watched(person, view, () => false);
    const owner = await connected(processes[0], person);
    const outcomes = await Promise.all(
      [...processes, ...processes].map((vault) => flightOf(vault, connectors, owner, person)(1)),
    );
    expect(view.map(({ ended }) => ended)).to.deep.equal(['accepted']);
    for (const outcome of outcomes) expect(outcome).to.deep.equal(outcomes[0]);
    expect(outcomes[0]).to.have.nested.property('token.tokenVersion', 2);
  });

  it('keeps the account through a lost answer, and asks again when nothing is left to lose', async () => {
    const vault = aProcess();
    const person = await lab.person('TWITTER');
    const view: Shown[] = [];
    const owner = await connected(vault, person);
    const fly = flightOf(
      vault,
      watched(person, view, () => false),
      owner,
      person,
    );
    await person.fault('refresh', 'server_error');
    const lost = await fly(1);
    expect(lost).to.include({ kind: 'failed' });
    const { tokens } = (await vault.read(owner)) ?? {};
    expect(lost).to.have.property('notBefore', tokens?.facts.tokenExpiresAt);
    expect(await fly(1), 'while the token lives it is not shown again').to.include({ kind: 'failed' });
    expect(view).to.have.length(1);
    lab.clock.advance(2 * 3600_000);
    expect(await fly(1), 'it had not been spent').to.have.nested.property('token.tokenVersion', 2);
  });

  it('ends in a refusal where the lost answer had spent the token', async () => {
    const vault = aProcess();
    const person = await lab.person('TWITTER');
    const owner = await connected(vault, person);
    const fly = flightOf(
      vault,
      watched(person, [], () => false),
      owner,
      person,
    );
    await person.fault('refresh', 'reset_after');
    expect(await fly(1)).to.include({ kind: 'failed' });
    expect((await fly(1)).kind, 'the old access token still serves').to.equal('failed');
    lab.clock.advance(2 * 3600_000);
    const refused = await fly(1);
    expect(refused).to.include({ kind: 'refused', status: 'EXPIRED' });
    expect(refused, 'the person reads why')
      .to.have.property('error')
      .that.matches(/^The answer .* was lost.*connect/);
  });

  it('survives a death between the answer and its keeping as any other lost answer', async () => {
    const vault = aProcess();
    const person = await lab.person('TWITTER');
    const owner = await connected(vault, person);
    const view: Shown[] = [];
    let dying = true;
    const fly = flightOf(
      vault,
      watched(person, view, () => dying),
      owner,
      person,
    );
    await fly(1).then(
      () => expect.fail('it died'),
      (error: unknown) => expect(error).to.be.instanceOf(Died),
    );
    dying = false;
    expect(await fly(1)).to.include({ kind: 'failed' });
    expect(view).to.have.length(1);
  });

  it('keeps the new pair through an absence of the database', async () => {
    const vault = aProcess();
    const person = await lab.person('TWITTER');
    const owner = await connected(vault, person);
    const view: Shown[] = [];
    const waits: number[] = [];
    // The first write marks the token as sent; those that follow keep the pair.
    let writes = 0;
    const failing: TokenVault = {
      read: (of) => vault.read(of),
      put: (of, tokens) => vault.put(of, tokens),
      remove: (of) => vault.remove(of),
      withLock: (of, task) => vault.withLock(of, task),
      replace: (...asked) =>
        (writes += 1) > 1 && writes < 6 ? Promise.reject(new Error('the database is away')) : vault.replace(...asked),
    };
    const connectors = watched(person, view, () => false);
    const fly = flightOf(failing, connectors, owner, person, async (milliseconds) => void waits.push(milliseconds));
    expect(await fly(1)).to.have.nested.property('token.tokenVersion', 2);
    expect(view).to.have.length(1);
    expect(waits, 'longer and longer').to.deep.equal([...waits].sort((one, other) => one - other));
    expect(waits).to.have.length(4);
    expect((await vault.read(owner))?.tokens.facts.tokenVersion).to.equal(2);
  });

  it('leaves tokens that do not expire alone, and tells whether they still work', async () => {
    const vault = aProcess();
    const person = await lab.person('TWITTER', { canAutoRefresh: false });
    const owner = await connected(vault, person);
    const fly = flightOf(
      vault,
      watched(person, [], () => false),
      owner,
      person,
    );
    expect(await fly(1)).to.deep.equal({ kind: 'still-good', tokenVersion: 1 });
    lab.clock.advance(3 * 3600_000);
    expect(await fly(1)).to.include({ kind: 'refused', status: 'EXPIRED' });
  });
});
