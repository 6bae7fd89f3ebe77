import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CommandHandler } from '../../../../commands/kernel/handle.ts';
import { account, type AccountCommand } from '../../../../domain/accounts/account.ts';
import {
  AccountConnected,
  AccountDisconnected,
  AccountTokenRefreshed,
  type AccountEvent,
} from '../../../../domain/accounts/account-events.ts';
import { compactions } from '../../../../domain/compactions.ts';
import { catalogue } from '../../../../domain/events.ts';
import type { Compaction } from '../../../../domain/kernel/compaction.ts';
import { foldState } from '../../../../domain/kernel/decider.ts';
import type { NewEvent } from '../../../../domain/kernel/event.ts';
import type { StreamRange, StreamReader } from '../../../../domain/kernel/event-store.ts';
import { forgotten } from '../../../../domain/kernel/personal.ts';
import { CompactedStreams, compactEvery } from '../../../../infra/log/history/compacted-streams.ts';
import { ServiceEventStore } from '../../../../infra/stores/event-store/service-event-store.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const length = 2_500;

describe('long streams as commands read them', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const log = useEventStore();
  let keys: SubjectKeys;
  let store: ServiceEventStore;
  /** How many events each read of the log answered. */
  let reads: number[] = [];
  const faults: unknown[] = [];

  before(() => {
    keys = new SubjectKeys(database(), keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    store = new ServiceEventStore(log().store, catalogue, keys);
  });
  afterEach(() => expect(faults).to.deep.equal([]));

  /** One node, with nothing in its memory. */
  const node = ({ sealed = lifted(), rules = compactions } = {}) => {
    const open = (events: Parameters<ServiceEventStore['open']>[0]) => store.open(events);
    const db = database().kysely;
    const streams = new CompactedStreams({ store, sealed, open, db, rules, onFault: (error) => faults.push(error) });
    return { streams, commands: new CommandHandler(streams) };
  };
  const lifted = (): StreamReader => ({
    read: async (stream: string, range?: StreamRange) => {
      const read = await store.view({ as: 'lifted' }).read(stream, range);
      reads.push(read.events.length);
      return read;
    },
  });
  const readBy = async (work: () => Promise<unknown>): Promise<number> => {
    reads = [];
    await work();
    return reads.reduce((sum, each) => sum + each, 0);
  };

  /** Events of half an hour each. */
  const append = async (stream: string, from: number, events: readonly NewEvent[]): Promise<void> => {
    for (let at = 0; at < events.length; at += 500) {
      const expected = from + at === 0 ? 'none' : from + at - 1;
      const some = events.slice(at, at + 500).map((event, index) => ({
        ...event,
        id: randomUUID(),
        meta: {
          workspaceId: 'w',
          mode: 'live' as const,
          actor: { kind: 'user' as const, id: 'u', address: '10.0.0.7' },
          $correlationId: 'c',
          $causationId: `cause-${from + at + index}`,
          occurredAt: new Date(Date.UTC(2026, 0, 1, 0, 30 * (from + at + index))).toISOString(),
        },
      }));
      await store.append(stream, expected, some);
    }
  };
  const connected = (accountId: string): AccountEvent =>
    AccountConnected({
      accountId,
      connectionId: 'c',
      platform: 'MASTODON',
      nativeId: '7',
      connectedById: null,
      username: 'olivia',
      displayName: 'Olivia Example',
      tokenVersion: 1,
    });
  const refreshed = (accountId: string, tokenVersion: number): AccountEvent =>
    AccountTokenRefreshed({ accountId, tokenVersion });
  const oldAccount = async (events = length) => {
    const accountId = freshId();
    const stream = `account-${accountId}`;
    const refreshes = Array.from({ length: events - 1 }, (_, at) => refreshed(accountId, at + 2));
    await append(stream, 0, [connected(accountId), ...refreshes]);
    return { accountId, stream };
  };
  const refresh = (tokenVersion: number): AccountCommand => ({ type: 'record-refresh', token: { tokenVersion } });
  const context = (commandId: string) => ({
    commandId,
    meta: {
      workspaceId: 'w',
      mode: 'live' as const,
      actor: { kind: 'system' as const, id: 's' },
      $correlationId: 'c',
      occurredAt: '2026-06-01T00:00:00.000Z',
    },
  });
  const stateOf = async (stream: string) =>
    foldState(account, (await store.read(stream)).events as unknown as readonly AccountEvent[]);
  const rows = async (stream: string) =>
    (
      await sql<{ rule: string; revision: number; events: unknown }>`
        select rule, revision, events from compacted_stream where stream = ${stream}`.execute(database().kysely)
    ).rows;

  it('are read to their end once; a node that starts later reads what followed', async () => {
    const { accountId, stream } = await oldAccount();
    await node().commands.load(account, accountId, 'w');
    const later = node();
    const events = await readBy(async () => {
      const loaded = await later.commands.load(account, accountId, 'w');
      expect(loaded?.state).to.deep.equal(await stateOf(stream));
    });
    expect(events).to.be.at.most(2 * compactEvery);
    expect(await readBy(() => later.streams.read(stream))).to.equal(1);
  });

  it('take commands of two nodes in turns, and end in the state of the whole stream', async () => {
    const { accountId, stream } = await oldAccount();
    const [here, there] = [node(), node()];
    for (let nth = 1; nth <= compactEvery + 20; nth++) {
      const { commands } = nth % 2 === 0 ? here : there;
      const { revision, appended } = await commands.handle(
        account,
        accountId,
        refresh(length + nth),
        context(`${stream}/${nth}`),
      );
      expect({ revision, appended }).to.deep.equal({ revision: length + nth - 1, appended: 1 });
    }
    const [row] = await rows(stream);
    expect(row?.revision).to.be.at.least(length - 1);
    const [state, known] = [await stateOf(stream), await node().commands.load(account, accountId, 'w')];
    expect(known?.state).to.deep.equal(state);
    expect(state?.token.tokenVersion).to.equal(compactEvery + 20 + length);
  });

  it('recognise a command that is sent again, from the compacted beginning too', async () => {
    const { accountId, stream } = await oldAccount(3 * compactEvery);
    await node().streams.read(stream);
    // Half an hour each: the cause of the event a day before the newest one.
    const resent = context(`cause-${3 * compactEvery - 48}`);
    const page: AccountCommand = { type: 'disconnect', reason: 'user_disconnected' };
    const { appended } = await node().commands.handle(account, accountId, page, resent);
    expect(appended).to.equal(0);
  });

  it('do not exist for another workspace', async () => {
    const { accountId, stream } = await oldAccount(3 * compactEvery);
    await node().streams.read(stream);
    expect(await node().commands.load(account, accountId, 'another')).to.equal(undefined);
  });

  it('are read again from the start by a release with another rule, whose rows stand beside', async () => {
    const { stream } = await oldAccount(3 * compactEvery);
    const older: Compaction<NewEvent> = { version: 0, essential: ([first]) => new Set(first ? [first] : []) };
    await node({ rules: new Map([[account.category, older]]) }).streams.read(stream);
    const events = await readBy(() => node().streams.read(stream));
    expect(events).to.be.at.least(3 * compactEvery);
    expect((await rows(stream)).map(({ rule }) => rule.split(':')[0]).sort()).to.deep.equal([
      '0',
      String(compactions.get(account.category)?.version),
    ]);
  });

  it('are read whole where the log does not continue what was kept, as after a restore', async () => {
    const { accountId, stream } = await oldAccount(3 * compactEvery);
    await node().streams.read(stream);
    const another = `account-${freshId()}`;
    await append(another, 0, [
      connected(accountId),
      AccountDisconnected({ accountId, platform: 'MASTODON', reason: 'user_disconnected' }),
    ]);
    // The stream of a restored log is shorter than what the database knows of it.
    const restored: StreamReader = { read: (_, range) => store.view({ as: 'lifted' }).read(another, range) };
    const { events, revision } = await node({ sealed: restored }).streams.read(stream);
    expect({ length: events.length, revision }).to.deep.equal({ length: 2, revision: 1 });
    const replaced = `account-${freshId()}`;
    await append(replaced, 0, [
      connected(accountId),
      ...Array.from({ length: 2 * compactEvery }, () => refreshed(accountId, 9_999)),
    ]);
    const other: StreamReader = { read: (_, range) => store.view({ as: 'lifted' }).read(replaced, range) };
    const read = await node({ sealed: other }).streams.read(stream);
    expect(read.revision).to.equal(2 * compactEvery);
    expect(read.events.every((event) => event.stream === replaced)).to.equal(true);
    expect((await rows(stream)).map((row) => row.revision)).to.deep.equal([2 * compactEvery]);
  });

  it('hold personal data sealed and no address, and nothing of an account that was erased', async () => {
    const { accountId, stream } = await oldAccount(3 * compactEvery);
    const before = node();
    expect((await before.streams.read(stream)).events[0]?.data).to.include({ username: 'olivia' });
    const text = JSON.stringify((await rows(stream))[0]?.events);
    expect(text).not.to.match(/olivia|Olivia|10\.0\.0\.7/);
    await keys.destroy(accountId);
    for (const each of [before, node()])
      expect((await each.streams.read(stream)).events[0]?.data).to.include({
        username: forgotten,
        displayName: forgotten,
      });
  });

  it('serve commands also where what is compacted cannot be stored', async () => {
    const { accountId, stream } = await oldAccount(3 * compactEvery);
    await sql`alter table compacted_stream add constraint full_disk check (stream <> ${sql.lit(stream)})`.execute(
      database().kysely,
    );
    const { appended } = await node().commands.handle(account, accountId, refresh(99_999), context('again'));
    expect(appended).to.equal(1);
    expect(faults.splice(0)).to.have.length(1);
    await sql`alter table compacted_stream drop constraint full_disk`.execute(database().kysely);
  });
});
