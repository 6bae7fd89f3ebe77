import { expect } from 'chai';
import { completeAuthorization } from '../../../commands/accounts/complete-authorization.ts';
import type { ConnectPorts } from '../../../commands/accounts/connect-account.ts';
import type { PendingAuthorization } from '../../../commands/accounts/pending-authorizations.ts';
import type { HeldTokens } from '../../../commands/accounts/token-vault.ts';
import type { WriteContext } from '../../../commands/kernel/endpoint.ts';
import type { Account } from '../../../domain/accounts/account-view.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { keyedRequests } from '../../support/keyed-request.ts';

describe('a keyed callback of a consent page whose append was stored and whose answer was lost', () => {
  it('is answered with the account that it connected, though its state is used', async () => {
    const { send, caller, contextOf } = keyedRequests();
    const state = 's'.repeat(43);
    const pending = new Map<string, PendingAuthorization>([
      [
        state,
        {
          workspaceId: caller.workspaceId,
          platform: 'MASTODON',
          codeVerifier: 'v',
          redirectUri: 'https://app.example.com/back',
          expiresAt: '2026-03-01T10:10:00.000Z',
        },
      ],
    ]);
    let held: HeldTokens | undefined;
    const vault: ConnectPorts['vault'] = {
      read: async () => held,
      put: async (_, tokens) => void (held = { tokens, revision: 1 }),
      replace: () => Promise.reject(new Error('nothing is replaced')),
      remove: async () => void (held = undefined),
      withLock: (_, task) => task(new AbortController().signal),
    };
    const connector = {
      exchange: async () => ({ credentials: { accessToken: 'a token' } }),
      details: async () => ({ nativeId: '1', username: 'ada', displayName: 'Ada' }),
    };
    const { run } = completeAuthorization({
      vault,
      connectors: { of: () => connector } as unknown as ConnectPorts['connectors'],
      pending: {
        put: () => Promise.reject(new Error('nothing is put')),
        take: async (asked) => {
          const found = pending.get(asked);
          pending.delete(asked);
          return found;
        },
      },
    });
    const callback = async (context: WriteContext) => {
      const params = { platform: 'mastodon' };
      const { body } = await run(
        { params, query: {}, body: { code: 'code', state }, header: () => undefined },
        context,
      );
      return (body as { account: Account }).account;
    };
    const { again } = await send(callback, 'account');
    expect(again).to.include({ platform: 'mastodon', username: 'ada', status: 'ACTIVE' });
    const other = await callback(contextOf()).catch((error: unknown) => error);
    expect(other, 'another request').to.be.instanceOf(Refused).and.include({ code: 'OAUTH_ERROR' });
  });
});
