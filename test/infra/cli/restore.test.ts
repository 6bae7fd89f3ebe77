import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { catalogue } from '../../../domain/events.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import type { Tombstone } from '../../../domain/kernel/tombstone.ts';
import { user } from '../../../domain/users/user.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { ServiceEventStore } from '../../../infra/stores/event-store/service-event-store.ts';
import { keyringInFolder } from '../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../infra/stores/secrets/subject-keys.ts';
import { keepTombstonesIn, tombstonesIn } from '../../../infra/stores/secrets/tombstone-file.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { connect } from '../../domain/accounts/samples.ts';
import { runCli } from '../../support/command-line.ts';
import { freshId } from '../../support/edge.ts';
import { useEventStore } from '../../support/event-store.ts';
import { useDatabase } from '../../support/postgres.ts';

describe('npm run restore', () => {
  const database = useDatabase();
  const log = useEventStore();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'restore-'));
  });
  after(() => rm(folder, { recursive: true }));

  const contextOf = (workspaceId: string): CommandContext => ({
    commandId: freshId(),
    meta: {
      workspaceId,
      mode: 'live',
      actor: { kind: 'system', id: 'test' },
      $correlationId: 'test',
      occurredAt: new Date().toISOString(),
    },
  });

  /** Stores as a backup brings them back: a person with a workspace, and accounts with tokens. */
  const restored = async () => {
    const keyring = await keyringInFolder(folder);
    const keys = new SubjectKeys(database(), keyring);
    const vault = new Vault(database(), keyring);
    const commands = new CommandHandler(new ServiceEventStore(log().store, catalogue, keys));
    const [userId, workspaceId] = [freshId(), freshId()];
    const person = { userId, externalId: userId, email: 'olivia@example.com', name: 'Olivia', avatarUrl: null };
    await commands.handle(user, userId, { type: 'sign-in', ...person }, { ...contextOf(''), shared: true });
    await commands.handle(
      workspace,
      workspaceId,
      {
        type: 'create-workspace',
        workspaceId,
        name: 'Acme',
        slug: workspaceId,
        logo: null,
        plan: 'free',
        mode: 'live',
        ownerId: userId,
        settings: {},
      },
      contextOf(workspaceId),
    );
    const accountOf = async (): Promise<string> => {
      const accountId = freshId();
      await commands.handle(account, accountId, connect({ accountId }), contextOf(workspaceId));
      await vault.put({ kind: 'account', id: accountId, workspaceId }, 'tokens', 'secret');
      return accountId;
    };
    const [left, reconnected] = [await accountOf(), await accountOf()];
    const tokensOf = (id: string) => vault.get({ kind: 'account', id, workspaceId }, 'tokens');
    const stateOf = async () => {
      // Without what the other keeps in memory.
      const store = new ServiceEventStore(log().store, catalogue, new SubjectKeys(database(), keyring));
      const after = new CommandHandler(store);
      return {
        person: (await after.load(user, userId, undefined))?.state,
        workspace: (await after.load(workspace, workspaceId, workspaceId))?.state?.status,
        left: (await after.load(account, left, workspaceId))?.state?.status,
        reconnected: (await after.load(account, reconnected, workspaceId))?.state?.status,
      };
    };
    return { userId, workspaceId, left, reconnected, tokensOf, stateOf };
  };

  const run = (...args: readonly string[]) =>
    runCli('restore', args, {
      DATA_DIR: folder,
      DATABASE_URL: database().url,
      EVENTSTORE_URL: log().connectionString,
      TEST_MODE: 'true',
    });

  it('erases again what was erased after the backup, once, and nothing that was connected since', async () => {
    const { userId, workspaceId, left, reconnected, tokensOf, stateOf } = await restored();
    const nodes = [tombstonesIn(folder), path.join(folder, 'another-node.ndjson')] as const;
    const [here, there] = [keepTombstonesIn(nodes[0]), keepTombstonesIn(nodes[1])];
    await here({ kind: 'account', id: left, workspaceId, connectionId: 'first' });
    await here({ kind: 'account', id: reconnected, workspaceId, connectionId: 'an earlier one' });
    await here({ kind: 'user', id: userId });
    await here({ kind: 'key', subject: userId });
    const unknown: Tombstone = { kind: 'contact', id: 'k', workspaceId, personId: 'k.1', everywhere: true };
    await there(unknown);
    await writeFile(nodes[1], 'half a li', { flag: 'a' });

    const first = await run('--tombstones', nodes[0], '--tombstones', nodes[1], '--json');
    expect(first.err).to.equal('');
    expect(JSON.parse(first.out)).to.deep.equal({
      again: { key: 0, user: 1, workspace: 0, contact: 0, account: 1 },
      already: 3,
      unreadable: 1,
    });
    const state = await stateOf();
    expect(state.person).to.include({ deleted: true, email: forgotten, name: forgotten });
    expect(state).to.include({ workspace: 'active', left: 'disconnected', reconnected: 'ACTIVE' });
    expect(await tokensOf(left)).to.equal(undefined);
    expect((await tokensOf(reconnected))?.value).to.equal('secret');

    await here({ kind: 'workspace', id: workspaceId });
    const second = await run();
    expect([second.code, second.out.trim()]).to.deep.equal([
      0,
      'Erased again: 0 people, 1 workspaces, 0 contacts, 0 connections of accounts, 0 keys.\n' +
        '4 tombstones found nothing that the restore had brought back.',
    ]);
    expect((await stateOf()).workspace).to.equal('deleted');
    expect(await tokensOf(reconnected), 'the secrets of a deleted workspace').to.equal(undefined);
  });

  it('refuses a list that does not exist', async () => {
    const { code, err } = await run('--tombstones', path.join(folder, 'nowhere'));
    expect(code).to.equal(1);
    expect(err).to.include('There is no list of tombstones at');
  });
});
