import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import {
  allowedPlatforms,
  listDestinations,
  profileOf,
  type ConnectContext,
  type Connection,
  type ConnectPorts,
} from './connect-account.ts';
import { factsOf } from './refresh-flight.ts';
import type { TokensOfMany } from './token-vault.ts';

export type NewConnection = Readonly<{
  connection: Connection;
  /** Each connection is a command of its own. */
  context: ConnectContext & Pick<WriteContext, 'preview'>;
}>;

/**
 * Connects accounts that the platforms have just created to a workspace that has none, in the order
 * of `connectAccount`: the places, the tokens in one statement, then the events of each account in
 * one append. Without the lock of `connectAccount`, because no other request knows the new ids.
 * Returns the ids of the accounts.
 */
export const connectNewAccounts =
  ({ vault, connectors }: Pick<ConnectPorts, 'connectors'> & Readonly<{ vault: TokensOfMany }>) =>
  async (connections: readonly NewConnection[]): Promise<readonly string[]> => {
    const [first] = connections;
    if (!first) return [];
    const allowed = await allowedPlatforms(first.context);
    const placed = await Promise.all(
      connections.map(async ({ connection, context }) => {
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
        return { connection, context, accountId, token: factsOf(grant, 1, new Date(context.now)) };
      }),
    );
    await vault.putAll(
      placed.map(({ connection: { grant }, context: { workspaceId, commandId }, accountId, token }) => [
        { workspaceId, accountId },
        { credentials: grant.credentials, facts: token, connections: [commandId] },
      ]),
    );
    await Promise.all(
      placed.map(async ({ connection, context, accountId, token }) => {
        const { platform, details, page } = connection;
        const connect = {
          type: 'connect',
          accountId,
          connectionId: context.commandId,
          profile: profileOf(platform, details),
          token,
          connectedById: context.connectedById,
        } as const;
        const state = await context.preview(account, accountId, connect, { step: 'connect', fresh: true });
        const destinations = state && (await listDestinations(state, connection, context, connectors));
        // Commands of one stream that wait together are appended together.
        await Promise.all([
          context.handle(account, accountId, connect, { step: 'connect', fresh: true }),
          destinations &&
            context.handle(
              account,
              accountId,
              { type: 'load-destinations', destinations },
              { step: 'destinations', fresh: true },
            ),
          destinations &&
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
