import { asking } from '../../../commands/accounts/platform-failure.ts';
import type { Connectors } from '../../../commands/accounts/connectors.ts';
import { keptDestinations } from '../../../commands/accounts/kept-destinations.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { Connector } from '../../../domain/platforms/connector.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { AccountReadPorts } from '../../../read-api/accounts/account-reads.ts';
import type { AccountCredentials, TokenScope, TokenSource } from './token-source.ts';

type Ports = Readonly<{ tokens: Pick<TokenSource, 'credentialsFor'>; connectors: Connectors }>;

/** How long a reader waits for a platform before the last stored listing is returned. */
const patienceMs = 8000;

const within = async <T>(milliseconds: number, task: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Reads of accounts that ask the platforms themselves. */
export const liveAccountReads = ({ tokens, connectors }: Ports): AccountReadPorts => {
  const ask = async <T>(
    accountId: string,
    scope: TokenScope,
    question: (connector: Connector, held: AccountCredentials) => Promise<T>,
  ): Promise<T> => {
    const held = await tokens.credentialsFor(accountId, scope);
    return question(connectors.of(scope, held.platform), held);
  };
  return {
    async liveDestinations(accountId, scope) {
      const listing = ask(accountId, scope, async (connector, { account, credentials }) =>
        keptDestinations(await connector.destinations(account, credentials)),
      ).catch((error: unknown) => {
        if (error instanceof PlatformError) return undefined;
        throw error;
      });
      return within(patienceMs, listing);
    },
    askCreatorInfo: (accountId, scope) =>
      asking('VALIDATION_ERROR', 'TikTok does not accept the account’s token; reconnect it', () =>
        ask(accountId, scope, (connector, { account, credentials }) => {
          if (!connector.creatorInfo) throw notAsked(connector.platform);
          return connector.creatorInfo(account, credentials);
        }),
      ),
  };
};

const notAsked = (platform: Platform): Refused =>
  new Refused('SERVICE_UNAVAILABLE', `creator info of ${platform} cannot be read in this mode`);
