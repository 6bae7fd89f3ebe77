import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { sql } from 'kysely';
import { allEvents, catalogue, emittersOf } from '../../../../domain/events.ts';
import { processSubscribers } from '../../../../infra/adapters/processes/process-subscribers.ts';
import { EventStoreDb } from '../../../../infra/stores/eventstoredb/store.ts';
import { backOff, isTransient } from '../../../../infra/stores/postgres/retry-policy.ts';
import { allProjections } from '../../../../projections/all-projections.ts';
import { beforeFirstEvent, createCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { buildTable, subscribersFor } from '../../../../projections/kernel/read-models.ts';
import { SubscriptionRunner } from '../../../../projections/kernel/subscription-runner.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

describe('what another application wrote into the event store', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const log = useEventStore();

  it('is skipped and counted by every projection, process and the fan-out of webhooks', async () => {
    const { kysely: db } = database();
    const types = allEvents.map(({ type }) => type);
    const ours = {
      workspaceId: 'cworkspace',
      mode: 'live',
      actor: { kind: 'user', id: 'cuser' },
      v: 1,
      $correlationId: 'c',
      $causationId: 'c',
      occurredAt: '2026-01-01T00:00:00.000Z',
    };
    const data = { postId: 'cpost', workspaceId: 'cworkspace', accountId: 'caccount' };
    const client = EventStoreDBClient.connectionString(log().connectionString);
    for (const type of types) {
      // In a stream of its own, even with metadata like ours, and without them in one of ours.
      await client.appendToStream('other-1', [jsonEvent({ type, data }), jsonEvent({ type, data, metadata: ours })]);
      await client.appendToStream(`${emittersOf.get(type)?.[0]}-foreign`, jsonEvent({ type, data }));
    }
    await client.dispose();

    let skipped = 0;
    const store = new EventStoreDb(log().connectionString, catalogue, { onUnknown: () => skipped++ });
    const builds = await subscribersFor(allProjections, db);
    const processes = processSubscribers.map(({ subscriber }) => subscriber);
    await createCheckpoints(
      processes.map(({ name }) => name),
      beforeFirstEvent,
      db,
    );
    const stop = new AbortController();
    const parked: string[] = [];
    const runner = new SubscriptionRunner({
      log: store,
      db,
      isTransient,
      backOff,
      subscribers: [...builds.map(({ subscriber }) => subscriber), ...processes],
      report: { parked: (name) => parked.push(name), retrying: () => undefined, joined: () => undefined },
    });
    const running = runner.run(stop.signal);
    const head = await store.head();
    await until('all is read', () => head !== undefined && runner.position.commit >= head.commit);
    stop.abort();
    await running;
    await store.close();

    // The store leaves out the streams of the other application.
    expect(skipped).to.equal(types.length);
    expect(parked).to.deep.equal([]);
    const tables = ['parked', 'process_instance', ...builds.map(({ build }) => buildTable(build))];
    for (const table of tables) {
      const { rows } = await sql<{ held: number }>`select count(*)::int as held from ${sql.id(table)}`.execute(db);
      expect(rows[0]?.held, table).to.equal(0);
    }
  });
});
