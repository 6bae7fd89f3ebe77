import { expect } from 'chai';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { CommunityCalls } from '../../../../infra/adapters/comments/community-calls.ts';
import { messagingBy } from '../../../../infra/adapters/contacts/messaging.ts';
import type { TokenSource } from '../../../../infra/adapters/accounts/token-source.ts';

type Known = Awaited<ReturnType<TokenSource['stateOf']>>;

describe('direct messages of an account', () => {
  const to = { account: { id: 'a1', platform: 'INSTAGRAM' }, platformId: 'p1' } as const;
  const scope = { workspaceId: 'w1', mode: 'test' } as const;
  const messaging = (paused: boolean) => {
    const operations: string[] = [];
    const calls = {
      call: async (_account: unknown, _scope: unknown, { operation }: Readonly<{ operation: string }>) => {
        operations.push(operation);
        return { nativeId: 'm1', kind: 'message' };
      },
    } as unknown as CommunityCalls;
    const accounts = { stateOf: async () => ({ paused }) as Known };
    return { operations, send: () => messagingBy(calls, accounts).send(to, 'Hello', 'key', scope) };
  };

  it('are sent while the plan has room for it', async () => {
    const { send, operations } = messaging(false);
    await send();
    expect(operations).to.deep.equal(['message']);
  });

  it('are refused while it is paused, and nothing reaches the platform', async () => {
    const { send, operations } = messaging(true);
    const error = await send().catch((failure: unknown) => failure);
    expect(error).to.be.instanceOf(PlatformError);
    expect(error).to.include({ code: 'ACCOUNT_PAUSED', kind: 'refused' });
    expect(operations).to.deep.equal([]);
  });
});
