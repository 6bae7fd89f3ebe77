import { expect } from 'chai';
import { connectAccount, type ConnectContext, type ConnectPorts } from '../../../commands/accounts/connect-account.ts';
import type { HeldTokens } from '../../../commands/accounts/token-vault.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { MemoryEventStore } from '../../kernel/memory-event-store.ts';

const now = '2026-03-01T09:00:00.000Z';

describe('connecting an account by a request that is sent again', () => {
  it('changes nothing where the account was disconnected in between', async () => {
    const log = new MemoryEventStore();
    const commands = new CommandHandler(log);
    let held: HeldTokens | undefined;
    const ports: ConnectPorts = {
      vault: {
        read: async () => held,
        put: async (_, tokens) => void (held = { tokens, revision: 1 }),
        replace: async () => undefined,
        remove: async () => void (held = undefined),
        withLock: (_, task) => task(new AbortController().signal),
      },
      connectors: {
        of: () => {
          throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'nothing is listed');
        },
      },
    };
    const contextOf = (commandId: string): ConnectContext => {
      const actor = { kind: 'user', id: 'person' } as const;
      const meta = { workspaceId: 'w', mode: 'live', actor, $correlationId: commandId, occurredAt: now } as const;
      return {
        ...{ workspaceId: 'w', mode: 'live', connectedById: null, now, commandId },
        newId: () => 'acc',
        handle: (decider, id, command, { step = '' } = {}) =>
          commands.handle(decider, id, command, { commandId: `${commandId}/${step}`, meta }),
        load: (decider, id) => commands.load(decider, id, 'w'),
      };
    };
    const connect = (commandId = 'connect') =>
      connectAccount(ports)(
        {
          platform: 'MASTODON',
          grant: { credentials: { accessToken: 'secret' } },
          details: { nativeId: '1', username: 'ada', displayName: 'Ada' },
          plan: 'unlimited',
        },
        contextOf(commandId),
      );
    expect((await connect()).status).to.equal('ACTIVE');
    expect((await connect('again')).status).to.equal('ACTIVE');
    expect((await connect()).status).to.equal('ACTIVE');
    expect(held?.tokens.facts.tokenVersion, 'the later pair stays').to.equal(2);
    const context = contextOf('disconnect');
    await context.handle(account, 'acc', { type: 'disconnect', reason: 'user_disconnected' });
    await ports.vault.remove({ workspaceId: 'w', accountId: 'acc' });

    expect((await connect()).status).to.equal('disconnected');
    expect((await connect('again')).status).to.equal('disconnected');
    expect(held, 'tokens').to.equal(undefined);
    expect(log.of('account-acc').map(({ type }) => type)).to.deep.equal([
      ...['AccountConnected', 'AccountReconnected', 'AccountDisconnected'],
    ]);
  });
});
