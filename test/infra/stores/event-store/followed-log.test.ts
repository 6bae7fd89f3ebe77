import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { catalogue } from '../../../../domain/events.ts';
import { type EventMeta } from '../../../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../../../domain/kernel/event-store.ts';
import { UserRenamed } from '../../../../domain/users/user.ts';
import { AnotherLog, FollowedLog } from '../../../../infra/stores/event-store/followed-log.ts';
import { ServiceEventStore } from '../../../../infra/stores/event-store/service-event-store.ts';
import { readLogIdentity, writeLogIdentity } from '../../../../infra/stores/postgres/log-identity.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { createCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { type TestEventStore, useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'live',
  actor: { kind: 'user', id: 'u' },
  occurredAt: '2026-01-01T00:00:00.000Z',
  $correlationId: 'c',
  $causationId: 'c',
};

describe('the log that Postgres follows', () => {
  const database = useDatabase();
  const log = useEventStore();
  const empty = useEventStore();

  beforeEach(() => sql`truncate followed_log, checkpoint`.execute(database().kysely));

  const storeOf = (of: TestEventStore): ServiceEventStore =>
    new ServiceEventStore(
      ...([of.store, catalogue] as const),
      new SubjectKeys(database(), keyringFrom(`a:${randomBytes(32).toString('base64')}`)),
    );
  const followed = (of: TestEventStore): FollowedLog => new FollowedLog({ database: database(), store: storeOf(of) });
  const append = (stream: string) =>
    log().store.append(stream, 'none', [{ ...UserRenamed({ userId: 'u', name: 'O' }), id: randomUUID(), meta }]);
  const refusal = (of: FollowedLog): Promise<unknown> =>
    of.check().then(
      () => 'none',
      (error: unknown) => error,
    );

  it('is remembered by its first event of the service, whatever others wrote before', async () => {
    const client = EventStoreDBClient.connectionString(log().connectionString);
    await client.appendToStream('invoice-1', jsonEvent({ type: 'InvoiceSent', data: {} }));
    await client.dispose();
    await followed(log()).check();
    expect(await readLogIdentity(database().kysely), 'only events of others').to.equal(undefined);
    const { position } = await append('user-first');
    await append('user-second');
    await followed(log()).check();
    expect(await readLogIdentity(database().kysely)).to.deep.include({ stream: 'user-first', revision: 0, position });
    await followed(log()).check();
  });

  it('refuses an event store that is empty or holds another log, and becomes well when it is back', async () => {
    await followed(log()).check();
    const wrong = followed(empty());
    const refused = await refusal(wrong);
    expect(refused).to.be.instanceOf(AnotherLog);
    expect(wrong.contradiction()).to.match(
      /does not hold the event .* \(0@user-first\)\. Postgres has followed another/,
    );
    const right = followed(log());
    await right.check();
    expect(right.contradiction()).to.equal(undefined);
  });

  it('refuses an empty event store where an older release left checkpoints', async () => {
    await createCheckpoints(['process/one'], { commit: 5n, prepare: 5n }, database().kysely);
    const wrong = followed(empty());
    await refusal(wrong);
    expect(wrong.contradiction()).to.include('The event store is empty');
    await sql`truncate checkpoint`.execute(database().kysely);
    expect(await refusal(wrong), 'a first start').to.equal('none');
    expect(wrong.contradiction()).to.equal(undefined);
  });

  it('refuses the same event at another position, until a recorded move of the log', async () => {
    await followed(log()).check();
    const here = await readLogIdentity(database().kysely);
    if (!here) throw new Error('nothing is remembered');
    const elsewhere = { ...here, position: { commit: here.position.commit + 100n, prepare: 0n } };
    await writeLogIdentity(elsewhere, database().kysely, { replace: true });
    expect(String(await refusal(followed(log())))).to.include(`at position ${here.position.commit}, not at`);
    await writeLogIdentity(here, database().kysely);
    expect(await refusal(followed(log())), 'what is known stays').to.be.instanceOf(AnotherLog);
    await writeLogIdentity(here, database().kysely, { replace: true });
    expect(await refusal(followed(log()))).to.equal('none');
  });

  it('is compared at the start as soon as the event store answers', async () => {
    let tries = 0;
    const store = storeOf(log());
    const late = {
      head: () => store.head(),
      view: (options: Parameters<typeof store.view>[0]) => {
        if (++tries < 3) throw new StoreUnavailable('away');
        return store.view(options);
      },
    };
    await followed(log()).check();
    await new FollowedLog({ database: database(), store: late }).checkAtStart();
    expect(tries).to.equal(3);
    const away = {
      ...late,
      view: () => {
        throw new StoreUnavailable('away');
      },
    };
    const gaveUp = new FollowedLog({ database: database(), store: away }).checkAtStart(0);
    expect(await gaveUp.catch((error: unknown) => error)).to.be.instanceOf(StoreUnavailable);
  });
});
