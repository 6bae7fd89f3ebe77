import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Connectors } from '../../../commands/accounts/connectors.ts';
import { factsOf, refreshFlight } from '../../../commands/accounts/refresh-flight.ts';
import type { TokenOwner } from '../../../commands/accounts/token-vault.ts';
import type { RefreshOutcome } from '../../../domain/accounts/refresh-outcome.ts';
import type { Connector } from '../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { SealedTokens } from '../../../infra/accounts/sealed-tokens.ts';
import { openDatabase, type Database } from '../../../infra/postgres/database.ts';
import type { FaultKind } from '../../../infra/sandbox/store.ts';
import { Keyring } from '../../../infra/secrets/keyring.ts';
import { Vault } from '../../../infra/secrets/vault.ts';
import { useDatabase } from '../../kernel/postgres.ts';
import { Lab, type Person } from '../../platforms/lab.ts';

type Shown = Readonly<{ token: string; accessAlive: boolean; ended: 'accepted' | 'doubt' | 'refused' | 'not sent' }>;

/** The process dies between the platform's answer and its own next step. */
class Died extends Error {}

describe('renewing a token', () => {
  const database = useDatabase();
  const keyring = new Keyring([['test', randomBytes(32)]]);
  const lab = new Lab();
  const others: Database[] = [];
  before(() => lab.start());
  after(() => lab.stop());
  after(() => Promise.all(others.map((each) => each.close())));

  /** A process of the service: its own pool and its own queue of locks on the shared Postgres. */
  const aProcess = (): SealedTokens => {
    const own = openDatabase({ url: database().url, applicationName: 'another process', connections: 2 });
    others.push(own);
    return new SealedTokens(new Vault(own, keyring));
  };

  /** A platform with a record of every refresh token it was shown. */
  const watched = ({ platform }: Person, shown: Shown[], dies: () => boolean): Connectors => {
    const { connector } = lab.adapter(platform, 250);
    const refresh: Connector['refresh'] = async (account, credentials) => {
      const token = credentials.refreshToken ?? '';
      const secret = await lab.store.secret(platform, 'access', credentials.accessToken);
      const accessAlive =
        secret !== undefined && !secret.revoked && Date.parse(secret.expiresAt ?? '') > lab.clock.now().getTime();
      const note = (ended: Shown['ended']) => shown.push({ token, accessAlive, ended });
      try {
        const grant = await connector.refresh(account, credentials);
        note('accepted');
        if (dies()) throw new Died();
        return grant;
      } catch (error) {
        if (error instanceof PlatformError) {
          const ended = {
            unauthorized: 'refused',
            unknown: 'doubt',
            not_stored: 'not sent',
            refused: 'not sent',
          } as const;
          note(ended[error.kind]);
        }
        throw error;
      }
    };
    return { of: () => ({ ...connector, refresh }) };
  };

  const connected = async (vault: SealedTokens, person: Person): Promise<TokenOwner> => {
    const owner = { workspaceId: person.workspaceId, accountId: `c${randomUUID()}` };
    await vault.put(owner, { credentials: person.grant.credentials, facts: factsOf(person.grant, 1, lab.clock.now()) });
    return owner;
  };

  const flightOf = (vault: SealedTokens, connectors: Connectors, owner: TokenOwner, person: Person) => {
    const renew = refreshFlight({ vault, connectors });
    return (knownVersion: number): Promise<RefreshOutcome> =>
      renew({
        workspaceId: owner.workspaceId,
        mode: 'test',
        platform: person.platform,
        account: { ...person.account, id: owner.accountId },
        knownVersion,
        now: () => lab.clock.now(),
      });
  };

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

  it('never shows a single-use token twice while the access token lives, whoever flies and whatever breaks', async () => {
    const processes = [aProcess(), aProcess()] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const person = await lab.person('TWITTER');
        const shown: Shown[] = [];
        let dying = false;
        const connectors = watched(person, shown, () => dying && !(dying = false));
        const owner = await connected(processes[0], person);
        const flights = processes.map((vault) => flightOf(vault, connectors, owner, person));
        for (const { fault, flights: chosen, minutes } of rounds) {
          dying = fault === 'dies';
          if (fault && fault !== 'dies') await person.fault('refresh', fault satisfies FaultKind);
          const known = (await processes[0].read(owner))?.tokens.facts.tokenVersion ?? 0;
          const before = shown.length;
          await Promise.allSettled(chosen.flatMap((index) => flights[index]?.(known) ?? []));
          const accepted = shown.slice(before).filter(({ ended }) => ended === 'accepted');
          expect(accepted.length, 'one renewal for all who asked at once').to.be.at.most(1);
          lab.clock.advance(minutes * 60_000);
        }
        for (const [index, first] of shown.entries()) {
          if (first.ended !== 'accepted' && first.ended !== 'doubt') continue;
          const again = shown.slice(index + 1).filter(({ token, accessAlive }) => token === first.token && accessAlive);
          expect(again, JSON.stringify(shown)).to.deep.equal([]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is one renewal for all who ask at once, and the same answer', async () => {
    const processes = [aProcess(), aProcess(), aProcess()] as const;
    const person = await lab.person('TWITTER');
    const shown: Shown[] = [];
    const connectors = watched(person, shown, () => false);
    const owner = await connected(processes[0], person);
    const outcomes = await Promise.all(
      [...processes, ...processes].map((vault) => flightOf(vault, connectors, owner, person)(1)),
    );
    expect(shown.map(({ ended }) => ended)).to.deep.equal(['accepted']);
    for (const outcome of outcomes) expect(outcome).to.deep.equal(outcomes[0]);
    expect(outcomes[0]).to.have.nested.property('token.tokenVersion', 2);
  });

  it('keeps the account through a lost answer, and asks again when nothing is left to lose', async () => {
    const vault = aProcess();
    const person = await lab.person('TWITTER');
    const shown: Shown[] = [];
    const owner = await connected(vault, person);
    const fly = flightOf(
      vault,
      watched(person, shown, () => false),
      owner,
      person,
    );
    await person.fault('refresh', 'server_error');
    const lost = await fly(1);
    expect(lost).to.include({ kind: 'failed' });
    const { tokens } = (await vault.read(owner)) ?? {};
    expect(lost).to.have.property('notBefore', tokens?.facts.tokenExpiresAt);
    expect(await fly(1), 'while the token lives it is not shown again').to.include({ kind: 'failed' });
    expect(shown).to.have.length(1);
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
    expect(refused, 'the person is told why')
      .to.have.property('error')
      .that.matches(/^The answer .* was lost.*connect/);
  });

  it('survives a death between the answer and its keeping as any other lost answer', async () => {
    const vault = aProcess();
    const person = await lab.person('TWITTER');
    const owner = await connected(vault, person);
    const shown: Shown[] = [];
    let dying = true;
    const fly = flightOf(
      vault,
      watched(person, shown, () => dying),
      owner,
      person,
    );
    await fly(1).then(
      () => expect.fail('it died'),
      (error: unknown) => expect(error).to.be.instanceOf(Died),
    );
    dying = false;
    expect(await fly(1)).to.include({ kind: 'failed' });
    expect(shown).to.have.length(1);
  });

  describe('where a used refresh token is answered with the same successor (a session of Bluesky)', () => {
    const begun = async (dies: () => boolean = () => false) => {
      const vault = aProcess();
      const person = await lab.person('BLUESKY');
      const owner = await connected(vault, person);
      const shown: Shown[] = [];
      return { person, shown, fly: flightOf(vault, watched(person, shown, dies), owner, person) };
    };

    it('asks again after a lost answer, without waiting for the end of the access token', async () => {
      const { person, shown, fly } = await begun();
      await person.fault('refresh', 'reset_after');
      const lost = await fly(1);
      expect(lost).to.include({ kind: 'failed' }).and.not.to.have.property('notBefore');
      expect(await fly(1)).to.have.nested.property('token.tokenVersion', 2);
      expect(shown.map(({ ended }) => ended)).to.deep.equal(['doubt', 'accepted']);
      expect(shown[0]?.token).to.equal(shown[1]?.token);
      expect(await fly(2), 'and the successor is good').to.have.nested.property('token.tokenVersion', 3);
    });

    it('loses nothing by a death between the answer and its keeping', async () => {
      let dying = true;
      const { fly } = await begun(() => dying);
      await fly(1).then(
        () => expect.fail('it died'),
        (error: unknown) => expect(error).to.be.instanceOf(Died),
      );
      dying = false;
      expect(await fly(1)).to.have.nested.property('token.tokenVersion', 2);
    });

    it('keeps what it knows of a lost answer through a refusal that passes', async () => {
      const { person, shown, fly } = await begun();
      await person.fault('refresh', 'reset_after');
      await fly(1);
      await person.fault('refresh', 'rate_limited');
      expect(await fly(1)).to.include({ kind: 'failed' });
      lab.clock.advance(115 * 60_000);
      expect(await fly(1), 'too late for a repeat, while the access token lives').to.have.property('notBefore');
      expect(shown).to.have.length(2);
    });

    it('lets the access token serve to its end where the repeat is refused, and shows it no more', async () => {
      const { person, shown, fly } = await begun();
      await person.fault('refresh', 'reset_after');
      await fly(1);
      await lab.store.putRecord('BLUESKY', 'successor', shown[0]?.token ?? '', {});
      expect(await fly(1))
        .to.include({ kind: 'failed' })
        .and.to.have.property('notBefore');
      expect((await fly(1)).kind).to.equal('still-good');
      expect(shown).to.have.length(2);
      lab.clock.advance(2 * 3600_000);
      const refused = await fly(1);
      expect(refused).to.include({ kind: 'refused', status: 'EXPIRED' });
      expect(refused)
        .to.have.property('error')
        .that.matches(/^The answer .* was lost.*connect/);
      expect(shown).to.have.length(2);
    });
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
