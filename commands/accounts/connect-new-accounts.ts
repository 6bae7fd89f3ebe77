import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { destinationRule } from '../../domain/accounts/destination-rules.ts';
import type { Destination } from '../../domain/platforms/connector.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import { allowedPlatforms, profileOf, type ConnectContext, type Connection } from './connect-account.ts';
import { keptDestinations } from './kept-destinations.ts';
import { factsOf } from './refresh-flight.ts';
import type { TokensOfMany } from './token-vault.ts';

export type NewConnection = Readonly<{
  connection: Connection;
  /** What the platform lists for the account, where an account has several destinations. */
  destinations: readonly Destination[] | undefined;
  /** Each connection is a command of its own. */
  context: ConnectContext;
}>;

export type NewAccountPorts = Readonly<{
  vault: TokensOfMany;
  /** Makes the keys that seal the events of these accounts in one statement, so that each append finds its own. */
  prepareKeys(accountIds: readonly string[]): Promise<unknown>;
}>;

/**
 * Connects accounts that the platforms have just created to a workspace that has none, in the order
 * of `connectAccount`: the places, the tokens in one statement, then the events of each account in
 * one append. Without the lock of `connectAccount`, because no other request knows the new ids.
 * Returns the ids of the accounts. The caller knows their destinations, so no platform is asked for
 * them: reading the lists over HTTP was a good part of the processor time of a new test workspace (208 ms, 144 ms without).
 */
export const connectNewAccounts =
  ({ vault, prepareKeys }: NewAccountPorts) =>
  async (connections: readonly NewConnection[]): Promise<readonly string[]> => {
    const [first] = connections;
    if (!first) return [];
    const allowed = await allowedPlatforms(first.context);
    const placed = await Promise.all(
      connections.map(async ({ connection, destinations, context }) => {
        const { platform, grant, details, plan } = connection;
        const nativeKey = reservationKey(platform, details.nativeId);
        const newAccountId = context.newId('account');
        const registry = await context.handle(
          accountRegistry,
          context.workspaceId,
          { type: 'take-slot', nativeKey, platform, newAccountId, plan, allowedPlatforms: allowed },
          { step: 'take-slot', fresh: true },
        );
        const accountId = registry.state[nativeKey]?.accountId;
        if (accountId === undefined) throw new Error(`no place was claimed for ${nativeKey}`);
        return { connection, destinations, context, accountId, token: factsOf(grant, 1, new Date(context.now)) };
      }),
    );
    await Promise.all([
      prepareKeys(placed.map(({ accountId }) => accountId)),
      vault.putAll(
        placed.map(({ connection: { grant }, context: { workspaceId, commandId }, accountId, token }) => [
          { workspaceId, accountId },
          { credentials: grant.credentials, facts: token, connections: [commandId] },
        ]),
      ),
    ]);
    await Promise.all(
      placed.map(async ({ connection: { platform, details, page }, destinations, context, accountId, token }) => {
        const profile = profileOf(platform, details);
        const { commandId: connectionId, connectedById } = context;
        const hasList = destinations && destinationRule(profile);
        // Commands of one stream that wait together are appended together.
        await Promise.all([
          context.handle(
            account,
            accountId,
            { type: 'connect', accountId, connectionId, profile, token, connectedById },
            { step: 'connect', fresh: true },
          ),
          hasList &&
            context.handle(
              account,
              accountId,
              { type: 'load-destinations', destinations: keptDestinations(destinations, page?.id) },
              { step: 'destinations', fresh: true },
            ),
          hasList &&
            page &&
            context.handle(
              account,
              accountId,
              { type: 'select-page', pageId: page.id, pageName: page.name, isAnotherAccounts: false },
              { step: 'page', fresh: true },
            ),
        ]);
      }),
    );
    return placed.map(({ accountId }) => accountId);
  };
