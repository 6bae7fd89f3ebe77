import { expect } from 'chai';
import { connectAccount, type ConnectContext, type ConnectPorts } from '../../../commands/accounts/connect-account.ts';
import { refreshFlight } from '../../../commands/accounts/refresh-flight.ts';
import type { HeldTokens } from '../../../commands/accounts/token-vault.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../domain/platforms/publisher.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const now = '2026-03-01T09:00:00.000Z';
const owner = { workspaceId: 'w', accountId: 'acc' };

const begin = (platform: Platform = 'MASTODON') => {
  const log = new MemoryEventStore();
  const commands = new CommandHandler(log);
  let held: HeldTokens | undefined;
  const ports: ConnectPorts = {
    vault: {
      read: async () => held,
      put: async (_, tokens) => void (held = { tokens, revision: (held?.revision ?? 0) + 1 }),
      replace: async (_, tokens, revision) =>
        held?.revision === revision ? (held = { tokens, revision: revision + 1 }).revision : undefined,
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
      workspaceId: 'w',
      mode: 'live',
      connectedById: null,
      now,
      commandId,
      newId: () => 'acc',
      handle: (decider, id, command, { step = '' } = {}) =>
        commands.handle(decider, id, command, { commandId: `${commandId}/${step}`, meta }),
      load: (decider, id) => commands.load(decider, id, 'w'),
    };
  };
  const details = { nativeId: '1', username: 'ada', displayName: 'Ada' };
  const connect = (commandId = 'connect', credentials: Credentials = { accessToken: 'secret' }) =>
    connectAccount(ports)({ platform, grant: { credentials }, details, plan: 'unlimited' }, contextOf(commandId));
  /** The same, by a service that cannot record the connection any more. */
  const connectAndDie = async (commandId: string, credentials: Credentials): Promise<void> => {
    log.beforeAppend = (stream) => {
      if (stream === 'account-acc') throw new StoreUnavailable('the store did not answer');
    };
    const error = await connect(commandId, credentials).then(
      () => undefined,
      (failed: unknown) => failed,
    );
    expect(error).to.be.instanceOf(StoreUnavailable);
    log.beforeAppend = () => {};
  };
  /** Renews the token: the platform gives `credentials` for it. Answers the refresh token it was shown. */
  const renew = async (credentials: Credentials): Promise<string | undefined> => {
    let view: string | undefined;
    const refresh = async (_: unknown, { refreshToken }: Credentials) => {
      view = refreshToken;
      return { credentials };
    };
    const connectors = { of: () => ({ refresh }) } as unknown as ConnectPorts['connectors'];
    await refreshFlight({ vault: ports.vault, connectors, wait: async () => undefined })({
      workspaceId: 'w',
      mode: 'live',
      platform,
      account: { ...details, id: 'acc' },
      knownVersion: held?.tokens.facts.tokenVersion ?? 0,
      now: () => new Date(now),
    });
    return view;
  };
  const connectNamed = (nativeId: string) =>
    connectAccount(ports)(
      {
        platform,
        grant: { credentials: { accessToken: 'secret' } },
        details: { ...details, nativeId },
        plan: 'unlimited',
      },
      contextOf('named'),
    );
  return { log, ports, contextOf, connect, connectAndDie, connectNamed, renew, held: () => held };
};

describe('connecting an account of a server with hostile answers', () => {
  it('refuses an id of thousands of characters, and claims no place for it', async () => {
    const { connectNamed, log } = begin();
    const refusal = await connectNamed('x'.repeat(6_000)).catch((error: { code?: string }) => error.code);
    expect(refusal).to.equal('VALIDATION_ERROR');
    expect(log.log).to.deep.equal([]);
    expect((await connectNamed(`did:web:${'x'.repeat(253)}`)).status).to.equal('ACTIVE');
  });
});

describe('connecting an account by a request that is sent again', () => {
  it('changes nothing where the account was disconnected in between', async () => {
    const { log, ports, contextOf, connect, held } = begin();
    expect((await connect()).status).to.equal('ACTIVE');
    expect((await connect('again')).status).to.equal('ACTIVE');
    expect((await connect()).status).to.equal('ACTIVE');
    expect(held()?.tokens.facts.tokenVersion, 'the later pair stays').to.equal(2);
    const context = contextOf('disconnect');
    await context.handle(account, 'acc', { type: 'disconnect', reason: 'user_disconnected' });
    await ports.vault.remove(owner);

    expect((await connect()).status).to.equal('disconnected');
    expect((await connect('again')).status).to.equal('disconnected');
    expect(held(), 'tokens').to.equal(undefined);
    expect(log.of('account-acc').map(({ type }) => type)).to.deep.equal([
      'AccountConnected',
      'AccountReconnected',
      'AccountDisconnected',
    ]);
  });

  it('never brings back a refresh token that was spent since its first try', async () => {
    const { connect, connectAndDie, renew, held, log } = begin('TWITTER');
    await connect();
    const granted = { accessToken: 'a1', refreshToken: 'single use' };
    await connectAndDie('again', granted);
    expect(await renew({ accessToken: 'a2', refreshToken: 'its successor' })).to.equal('single use');

    expect((await connect('again', granted)).status).to.equal('ACTIVE');
    expect(held()?.tokens.credentials).to.deep.equal({ accessToken: 'a2', refreshToken: 'its successor' });
    const [, reconnected] = log.of('account-acc');
    expect(reconnected?.data).to.include({ connectionId: 'again', tokenVersion: held()?.tokens.facts.tokenVersion });
    expect(await renew({ accessToken: 'a3', refreshToken: 'third' })).to.equal('its successor');
  });

  it('nor where somebody else connected the account meanwhile', async () => {
    const { connect, connectAndDie, renew, held } = begin('TWITTER');
    await connect();
    const granted = { accessToken: 'a1', refreshToken: 'single use' };
    await connectAndDie('again', granted);
    await renew({ accessToken: 'a2', refreshToken: 'its successor' });
    await connect('another', { accessToken: 'b1', refreshToken: 'of another consent' });

    await connect('again', granted);
    expect(held()?.tokens.credentials.refreshToken).to.equal('of another consent');
  });

  it('asks to be sent again where its tokens were given back with those of before', async () => {
    const { ports, connect, log } = begin();
    const { put } = ports.vault;
    Object.assign(ports.vault, { put: async () => {} });
    const error = await connect().then(
      () => undefined,
      (failed: unknown) => failed,
    );
    expect(error).to.be.instanceOf(Refused).and.to.include({ code: 'SERVICE_UNAVAILABLE' });
    expect(log.of('account-acc')).to.deep.equal([]);
    Object.assign(ports.vault, { put });
    expect((await connect()).status).to.equal('ACTIVE');
  });
});

describe('connecting an account to a workspace that is deleted after the request was let in', () => {
  /** The workspace is deleted while the connection waits for the lock of its tokens. */
  const connectWhileDeleted = async (revoke: (credentials: Credentials) => Promise<void>) => {
    const { log, ports, contextOf, connect, held } = begin();
    const context = contextOf('workspace');
    await context.handle(workspace, 'w', {
      type: 'create-workspace',
      workspaceId: 'w',
      name: 'W',
      slug: 'w',
      logo: null,
      plan: 'agency',
      mode: 'live',
      ownerId: 'person',
      settings: {},
    });
    Object.assign(ports.vault, {
      withLock: async (_: unknown, task: (lost: AbortSignal) => Promise<unknown>) => {
        const deletion = { type: 'delete-workspace', by: 'person', otherOwned: 1 } as const;
        await context.handle(workspace, 'w', deletion, { step: 'delete' });
        return task(new AbortController().signal);
      },
    });
    const connector = { revoke: (_: unknown, credentials: Credentials) => revoke(credentials) };
    Object.assign(ports.connectors, { of: () => connector });
    const error = await connect().then(
      () => undefined,
      (failed: unknown) => failed,
    );
    return { error, held: held(), typesIn: (stream: string) => log.of(stream).map(({ type }) => type) };
  };

  for (const [name, answer] of [
    ['gives the grant back', async () => undefined],
    [
      'bears a platform that refuses to revoke it',
      () => Promise.reject(new PlatformError('not_stored', 'PUBLISH_ERROR', 'no')),
    ],
  ] as const)
    it(`is refused, stores nothing, frees its place and ${name}`, async () => {
      const revoked: string[] = [];
      const { error, held, typesIn } = await connectWhileDeleted(({ accessToken }) => {
        revoked.push(accessToken);
        return answer();
      });
      expect(error).to.be.instanceOf(Refused).and.to.include({ code: 'NOT_FOUND' });
      expect(revoked).to.deep.equal(['secret']);
      expect(held, 'tokens').to.equal(undefined);
      expect(typesIn('account-acc')).to.deep.equal([]);
      expect(typesIn('accountRegistry-w')).to.deep.equal(['AccountSlotTaken', 'AccountSlotReleased']);
    });
});
