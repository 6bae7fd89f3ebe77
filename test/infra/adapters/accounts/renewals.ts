import { randomBytes, randomUUID } from 'node:crypto';
import type { Connectors } from '../../../../commands/accounts/connectors.ts';
import { factsOf, refreshFlight } from '../../../../commands/accounts/refresh-flight.ts';
import type { TokenOwner, TokenVault } from '../../../../commands/accounts/token-vault.ts';
import type { RefreshOutcome } from '../../../../domain/accounts/refresh-outcome.ts';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { SealedTokens } from '../../../../infra/adapters/accounts/sealed-tokens.ts';
import { openDatabase, type Database } from '../../../../infra/stores/postgres/database.ts';
import { Keyring } from '../../../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../../../infra/stores/secrets/vault.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { Lab, type Person } from '../../outside/platforms/lab.ts';

/** What a platform was shown of a refresh token, and what became of it. */
export type Shown = Readonly<{
  token: string;
  accessAlive: boolean;
  ended: 'accepted' | 'doubt' | 'refused' | 'not sent';
}>;

/** The process dies between the platform's answer and its own next step. */
export class Died extends Error {}

/** Renewals of simulated platforms, by processes of their own on one Postgres. Call it in a `describe`. */
export const useRenewals = () => {
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
  const watched = ({ platform }: Person, view: Shown[], dies: () => boolean): Connectors => {
    const { connector } = lab.adapter(platform, 250);
    const refresh: Connector['refresh'] = async (account, credentials) => {
      const token = credentials.refreshToken ?? '';
      const secret = await lab.store.secret(platform, 'access', credentials.accessToken);
      const accessAlive =
        secret !== undefined && !secret.revoked && Date.parse(secret.expiresAt ?? '') > lab.clock.now().getTime();
      const note = (ended: Shown['ended']) => view.push({ token, accessAlive, ended });
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

  const flightOf = (
    vault: TokenVault,
    connectors: Connectors,
    owner: TokenOwner,
    person: Person,
    wait: (milliseconds: number) => Promise<unknown> = async () => undefined,
  ) => {
    const renew = refreshFlight({ vault, connectors, wait });
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

  return { lab, aProcess, watched, connected, flightOf };
};
