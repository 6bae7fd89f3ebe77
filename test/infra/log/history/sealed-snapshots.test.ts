import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  AccountConnected,
  AccountDetailsUpdated,
  AccountErrored,
  AccountPageSelected,
  AccountReconnected,
  AccountTokenRefreshed,
} from '../../../../domain/accounts/account-events.ts';
import { catalogue } from '../../../../domain/events.ts';
import type { StreamRange } from '../../../../domain/kernel/event-store.ts';
import type { NewEvent } from '../../../../domain/kernel/event.ts';
import type { Moment } from '../../../../read-api/kernel/as-of.ts';
import { forgotten } from '../../../../domain/kernel/personal.ts';
import { UserAvatarChanged, UserEmailChanged, UserRegistered, UserRenamed } from '../../../../domain/users/user.ts';
import { PastReadModels } from '../../../../infra/log/history/past-read-models.ts';
import { snapshotEvery, StreamSnapshots } from '../../../../infra/log/history/stream-snapshots.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { ServiceEventStore } from '../../../../infra/stores/event-store/service-event-store.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { accounts } from '../../../../projections/accounts/accounts.ts';
import type { ReadModels } from '../../../../projections/database.ts';
import { subscribersFor } from '../../../../projections/kernel/read-models.ts';
import { users } from '../../../../projections/users/users.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const length = 2 * snapshotEvery + 9;
const projections = [accounts, users];

describe('snapshots of streams about people', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const log = useEventStore();
  const db = () => database().kysely;
  let keys: SubjectKeys;
  let store: ServiceEventStore;
  let reads: number;

  before(async () => {
    await subscribersFor(projections, db());
    keys = new SubjectKeys(database(), keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    store = new ServiceEventStore(log().store, catalogue, keys);
  });

  const account = (accountId: string, at: number): NewEvent => {
    const names = { username: `olivia_${at}`, displayName: `Olivia Example ${at}`, avatarUrl: `https://a.test/${at}` };
    const token = { tokenVersion: at + 1 };
    const connection = {
      accountId,
      connectionId: `c${at}`,
      platform: 'MASTODON' as const,
      nativeId: '7',
      connectedById: null,
      ...names,
      ...token,
    };
    if (at === 0) return AccountConnected(connection);
    if (at === snapshotEvery + 20) return AccountReconnected(connection);
    if (at % 3 === 0) return AccountDetailsUpdated({ accountId, ...names });
    if (at % 11 === 0) return AccountPageSelected({ accountId, page: { id: 'p', name: 'Page' } });
    return at % 17 === 0
      ? AccountErrored({ accountId, platform: 'MASTODON', status: 'ERROR', error: 'gone' })
      : AccountTokenRefreshed({ accountId, ...token });
  };
  const user = (userId: string, at: number): NewEvent => {
    const email = `olivia${at}@example.com`;
    if (at === 0) return UserRegistered({ userId, externalId: 'x-olivia', email, name: null, avatarUrl: null });
    if (at % 5 === 0) return UserEmailChanged({ userId, email });
    return at % 7 === 0
      ? UserAvatarChanged({ userId, avatarUrl: at % 2 === 0 ? null : `https://a.test/olivia/${at}` })
      : UserRenamed({ userId, name: `Olivia ${at}` });
  };
  const stored = (events: readonly NewEvent[], from: number) =>
    events.map((event, at) => ({
      ...event,
      id: randomUUID(),
      meta: {
        workspaceId: 'w',
        mode: 'live' as const,
        actor: { kind: 'user' as const, id: 'u' },
        $correlationId: 'c',
        $causationId: randomUUID(),
        occurredAt: new Date(Date.UTC(2026, 0, 1, 0, from + at)).toISOString(),
      },
    }));
  const momentsOf = async (stream: string) =>
    (await store.read(stream)).events.map(({ position }): Moment => ({ kind: 'position', commit: position.commit }));
  const written = async (category: string, eventOf: (id: string, at: number) => NewEvent) => {
    const id = freshId();
    const stream = `${category}-${id}`;
    const events = Array.from({ length }, (_, at) => eventOf(id, at));
    await store.append(stream, 'none', stored(events, 0));
    return { id, stream, moments: await momentsOf(stream) };
  };

  const counting = () => ({
    head: () => store.head(),
    open: store.open.bind(store),
    openMarked: store.openMarked.bind(store),
    read: async (stream: string, range?: StreamRange) => {
      const answer = await store.view({ as: 'lifted' }).read(stream, range);
      reads += answer.events.length;
      return answer;
    },
  });
  const snapshots = () => new StreamSnapshots({ sealed: store.view({ as: 'lifted' }), db: db(), projections });
  const pastOf = (kept?: StreamSnapshots) =>
    new PastReadModels({
      store: counting(),
      sealed: counting(),
      db: db().withTables<ReadModels>(),
      projections,
      ...(kept && { snapshots: kept }),
    });
  const reported = async (past: PastReadModels, stream: string, moment: Moment): Promise<string> => {
    const model = stream.startsWith('user-') ? 'users' : 'accounts';
    const then = await past.at(moment, [model], { streams: [stream] });
    return JSON.stringify({ rows: await then.db.selectFrom(model).selectAll().execute(), now: then.now });
  };
  const keptOf = async (stream: string): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(s)::text as text from stream_snapshot s where stream = ${stream} order by revision`.execute(
      db(),
    );
    return rows.map(({ text }) => text);
  };

  const kinds = { account, user };
  for (const [category, eventOf] of Object.entries(kinds)) {
    it(`answer as the whole stream does, at every moment, and hold what is about people sealed: ${category}`, async () => {
      const { stream, moments } = await written(category, eventOf);
      await snapshots().extend(stream);
      const kept = await keptOf(stream);
      expect(kept).to.have.length(2);
      expect(kept.join())
        .to.include('sealed:1:')
        .and.not.match(/olivia/i);
      const [whole, near] = [pastOf(), pastOf(snapshots())];
      for (const moment of moments)
        expect(await reported(near, stream, moment)).to.equal(await reported(whole, stream, moment));
      expect(await reported(near, stream, moments.at(-1) as Moment)).to.match(/olivia/i);
      reads = 0;
      await reported(pastOf(snapshots()), stream, moments.at(-1) as Moment);
      expect(reads, 'only what follows the last snapshot').to.equal(length % snapshotEvery);
    });

    it(`keep nothing of who was forgotten, asked about before or not: ${category}`, async () => {
      const { id, stream, moments } = await written(category, eventOf);
      await snapshots().extend(stream);
      const [asked, middle] = [pastOf(snapshots()), moments[snapshotEvery + 30] as Moment];
      expect(await reported(asked, stream, middle)).to.match(/olivia/i);
      await keys.destroy(id);
      for (const past of [asked, pastOf(snapshots()), pastOf()]) {
        const answer = await reported(past, stream, middle);
        expect(answer)
          .to.include(forgotten)
          .and.not.match(/olivia/i);
      }
    });
  }

  it('are not made where an old event tells of somebody unsealed', async () => {
    const { id, stream } = await written('user', user);
    // As its first version was stored, which did not say whose it is.
    const old = UserAvatarChanged({ userId: '', avatarUrl: 'https://a.test/olivia' });
    await log().store.append(stream, length - 1, stored([old], length));
    const later = Array.from({ length }, (_, at) => user(id, at + 1));
    await store.append(stream, length, stored(later, length + 1));
    const moments = await momentsOf(stream);
    await snapshots().extend(stream);
    expect(await keptOf(stream)).to.have.length(2);
    const last = moments.at(-1) as Moment;
    expect(await reported(pastOf(snapshots()), stream, last)).to.equal(await reported(pastOf(), stream, last));
  });

  it('open nothing that an event itself contains in the form of a sealed value', async () => {
    const { id, stream, moments } = await written('account', account);
    await snapshots().extend(stream);
    const [first] = await keptOf(stream);
    const { mark } = JSON.parse(first ?? '') as { mark: string };
    const sealed = /sealed:1:[\w-]+/.exec(first ?? '')?.[0] ?? '';
    const said = `${sealed} ${JSON.stringify([id, sealed])}`;
    const page = AccountPageSelected({ accountId: id, page: { id: said, name: sealed } });
    const more = Array.from({ length: snapshotEvery }, () => page);
    const { position } = await store.append(stream, moments.length - 1, stored(more, length));
    await snapshots().extend(stream);
    expect(await keptOf(stream)).to.have.length(3);
    const now: Moment = { kind: 'position', commit: position.commit };
    const answer = await reported(pastOf(snapshots()), stream, now);
    expect(answer).to.equal(await reported(pastOf(), stream, now));
    expect(answer).to.include(sealed).and.not.include(mark);
  });
});
