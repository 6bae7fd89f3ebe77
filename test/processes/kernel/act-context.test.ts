import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { commandForOutcome } from '../../../domain/accounts/refresh-outcome.ts';
import { account, type AccountCommand } from '../../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../../domain/accounts/account-state.ts';
import { accountsOfPosts } from '../../../infra/adapters/accounts/accounts-of-posts.ts';
import { TokenSource } from '../../../infra/adapters/accounts/token-source.ts';
import { accountRelease } from '../../../processes/accounts/account-release.ts';
import { actContext } from '../../../processes/kernel/act-context.ts';
import { tokenRefresh } from '../../../processes/accounts/token-refresh.ts';
import { connect, profile, token } from '../../domain/accounts/samples.ts';
import { useEventStore } from '../../support/event-store.ts';
import { streamsOf } from '../../support/streams-of.ts';

const at = '2030-01-01T00:00:00.000Z';

describe('what a node does where another node has changed a stream that it has seen', () => {
  const log = useEventStore();

  /** An account that node `here` has seen as it was connected, and that node `there` changes. */
  const seenAccount = async (changes: Parameters<typeof connect>[0] = {}) => {
    const [here, there] = [new CommandHandler(log().store), new CommandHandler(log().store)];
    const [id, workspaceId] = [randomUUID(), randomUUID()];
    const command = (): CommandContext => ({
      commandId: randomUUID(),
      meta: {
        workspaceId,
        mode: 'live',
        actor: { kind: 'system', id: 'test' },
        $correlationId: 'test',
        occurredAt: at,
      },
    });
    const connected = connect({ accountId: id, ...changes });
    const send = (node: CommandHandler, what: AccountCommand) => node.handle(account, id, what, command());
    await send(here, connected);
    const context = actContext(
      {
        process: 'test',
        instance: id,
        workspaceId,
        mode: 'live',
        state: {},
        revision: 1,
        lane: 'test',
        failures: 0,
        dueAt: at,
        owner: 'test',
        token: '1',
        correlationId: null,
      },
      {
        run: 'run',
        signal: new AbortController().signal,
        stopping: new AbortController().signal,
        stillMine: () => true,
        proveLease: async () => true,
        endInstance: () => undefined,
        takePlace: async () => undefined,
      },
      { commands: here, now: () => new Date(at), wait: async () => undefined },
    );
    const state = async () => (await there.load(account, id, workspaceId))?.state as ConnectedAccount;
    return { here, id, workspaceId, context, connected, state, change: (what: AccountCommand) => send(there, what) };
  };

  it('gives the tokens of an account back that was disconnected there', async () => {
    const { id, context, change, state } = await seenAccount();
    await change({ type: 'disconnect', reason: 'user_disconnected' });
    await accountRelease.act({ accountId: id, phase: 'leaving', at }, context, {
      forgetTokens: async (_request, confirm) => ((await confirm()) ? { revoked: true } : undefined),
    });
    expect(await state()).to.include({ status: 'disconnected', hasTokens: false });
  });

  it('renews the token of an account that was connected again there', async () => {
    const { here, id, workspaceId, context, change, connected, state } = await seenAccount();
    await change({ type: 'disconnect', reason: 'user_disconnected' });
    expect((await here.load(account, id, workspaceId))?.state?.status).to.equal('disconnected');
    await change({ ...connected, connectionId: 'second', token: { ...token, tokenVersion: 2 } });
    await tokenRefresh.act({ accountId: id, tokenVersion: 2, failures: 0 }, context, {
      renewToken: async ({ knownVersion }) => ({
        kind: 'refreshed',
        token: { ...token, tokenVersion: knownVersion + 1 },
      }),
    });
    expect((await state()).token.tokenVersion).to.equal(3);
  });

  it('accepts posts to the page that was selected there', async () => {
    const facebook = { profile: { ...profile, platform: 'FACEBOOK' as const } };
    const { here, id, workspaceId, change } = await seenAccount(facebook);
    const find = async () => (await accountsOfPosts([id], streamsOf(here, workspaceId))).get(id);
    expect((await find())?.pageId).to.equal(undefined);
    await change({ type: 'load-destinations', destinations: [{ id: 'page', name: 'Page', kind: 'page' }] });
    await change({ type: 'select-page', pageId: 'page', isAnotherAccounts: false });
    expect((await find())?.pageId).to.equal('page');
  });

  it('refuses no call for an account that works again there', async () => {
    const { here, id, workspaceId, change } = await seenAccount();
    const now = () => new Date(at);
    const unused = { vault: {}, connectors: {} } as ConstructorParameters<typeof TokenSource>[0];
    const tokens = new TokenSource({ ...unused, commands: here, now });
    const status = async () => (await tokens.stateOf(id, { workspaceId, mode: 'live' }))?.status;
    await change({ type: 'record-token-failure', tokenVersion: 1, status: 'EXPIRED', error: 'expired' });
    expect((await here.load(account, id, workspaceId))?.state?.status).to.equal('EXPIRED');
    expect(await status()).to.equal('EXPIRED');
    await change(
      commandForOutcome({ kind: 'refreshed', token: { ...token, tokenVersion: 2 } }, { failures: 0, now: at }),
    );
    expect(await status()).to.equal('ACTIVE');
  });
});
