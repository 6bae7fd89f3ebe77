import { expect } from 'chai';
import { sql } from 'kysely';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { placeOf } from '../../../../domain/kernel/position.ts';
import { createCheckpoints, readCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { listMoves } from '../../../../infra/log/audit/log-moves.ts';
import { beginTree, growTree, leavesAt } from '../../../../infra/log/audit/log-tree.ts';
import { signerOf } from '../../../../infra/log/audit/signing-key.ts';
import { ofStreams } from '../../../../infra/log/move/copied-events.ts';
import { copyLog, type Logs } from '../../../../infra/log/move/copy-log.ts';
import { followMove } from '../../../../infra/log/move/follow-move.ts';
import { rawAsStored } from '../../../../infra/stores/eventstoredb/codec.ts';
import type { RawEvent } from '../../../../infra/stores/eventstoredb/read-response.ts';
import { RawLog } from '../../../../infra/stores/eventstoredb/raw-log.ts';
import { readLogIdentity, writeLogIdentity } from '../../../../infra/stores/postgres/log-identity.ts';
import { openTestEventStore, type TestEventStore } from '../../../support/event-store.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/postgres.ts';

/** As the service writes them: the audit tree leaves out what another application wrote. */
const metadata = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  v: 1,
  $correlationId: 'c',
  $causationId: 'c',
  occurredAt: '2026-01-01T00:00:00.000Z',
};

const signer = signerOf(generateKeyPairSync('ed25519').privateKey);
const eventsOf = async (log: RawLog): Promise<RawEvent[]> => {
  const all: RawEvent[] = [];
  for await (const batch of log.read('start', ofStreams)) all.push(...batch);
  return all;
};

describe('a database that follows its log to another store', () => {
  let stores: TestEventStore[];
  let client: EventStoreDBClient;
  let logs: Logs;
  let database: TestDatabase;
  let before: RawEvent[];
  const db = () => database.kysely;
  const at = (nth: number): RawEvent => before[nth] as RawEvent;

  beforeEach(async () => {
    [stores, database] = [[await openTestEventStore(), await openTestEventStore()], await openTestDatabase()];
    const [from, to] = stores as [TestEventStore, TestEventStore];
    logs = { from: new RawLog(from.connectionString), to: new RawLog(to.connectionString) };
    client = EventStoreDBClient.connectionString(from.connectionString);
    // Settings take positions of the first store, and come last in the second: positions differ.
    for (let n = 0; n < 6; n += 1) {
      await client.setStreamMetadata(`post-${n}`, { maxCount: 100 });
      await client.appendToStream(
        `post-${n}`,
        jsonEvent({ id: randomUUID(), type: 'Happened', data: { n }, metadata }),
      );
    }
    before = await eventsOf(logs.from);
    await beginTree('the-log', db());
    const stored = before.flatMap((event) => rawAsStored(event) ?? []);
    await db()
      .transaction()
      .execute((tx) => growTree(stored.slice(0, 5), tx));
    await copyLog(logs);
  });
  afterEach(async () => {
    await logs.from.close();
    await logs.to.close();
    await client.dispose();
    for (const store of stores) await store.close();
    await database.drop();
  });

  const follow = () =>
    db()
      .connection()
      .execute((one) => followMove({ logs, db: one, signer, now: () => new Date() }));
  const refusal = (): Promise<string> =>
    follow().then(
      () => 'nothing',
      (fault: Error) => fault.message,
    );

  it('finds each position again by its event, and signs that the root is the same', async () => {
    const between = { commit: at(2).position.commit + 1n, prepare: at(2).position.prepare + 1n };
    await createCheckpoints(['audit/tree'], at(4).position, db());
    await createCheckpoints(['process/one', 'posts#1'], at(3).position, db());
    await createCheckpoints(['process/between'], between, db());
    await createCheckpoints(['process/new'], { commit: -1n, prepare: -1n }, db());
    await createCheckpoints(['history/snapshots'], at(5).position, db());
    await writeLogIdentity(at(0), db());
    await sql`
      insert into parked (subscriber, key, stream, "commit", event_type, error)
      values ('process/one', 'k', 'post-1', ${at(1).position.commit.toString()}, 'Happened', 'odd')`.execute(db());
    await sql`
      insert into idempotency_record (workspace_id, route, key, body_hash, command_id, asked_at, headers)
      values ('w', 'r', 'k', '', 'c', now(), ${JSON.stringify({ 'x-position': at(2).position.commit.toString() })})`.execute(
      db(),
    );
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, lane)
      values ('webhook-replay', 'i', 'w', 'live', ${JSON.stringify({ after: `2026 ${placeOf(at(3))}` })}, 0, 'l')`.execute(
      db(),
    );

    const { move } = await follow();
    const after = await eventsOf(logs.to);
    const now = (nth: number) => (after[nth] as RawEvent).position;
    expect(now(3)).to.not.deep.equal(at(3).position);
    const checkpoints = await readCheckpoints(db());
    const positions = Object.fromEntries([...checkpoints].map(([name, { position }]) => [name, position]));
    expect(positions).to.deep.equal({
      'audit/tree': now(4),
      'process/one': now(3),
      'posts#1': now(3),
      'process/between': now(2),
      'process/new': { commit: -1n, prepare: -1n },
    });
    expect(await leavesAt([now(0), now(4), now(5)], db())).to.deep.equal([0, 4, undefined]);
    expect((await readLogIdentity(db()))?.position).to.deep.equal(now(0));
    const { rows } = await sql`
      select (select "commit" from parked)::text as parked, (select headers ->> 'x-position' from idempotency_record) as kept,
        (select state ->> 'after' from process_instance) as place`.execute(db());
    expect(rows).to.deep.equal([
      { parked: String(now(1).commit), kept: String(now(2).commit), place: `2026 ${placeOf({ position: now(3) })}` },
    ]);
    expect(move.before).to.deep.equal(move.after);
    expect(move).to.deep.include({ log: 'the-log', size: 5, missing: 0, by: signer.keyId });

    expect(await follow(), 'a second time').to.deep.equal((await listMoves(db()))[0]);
    expect(await listMoves(db())).to.have.length(1);
    expect(await readCheckpoints(db())).to.deep.equal(checkpoints);
  });

  it('does not change where the copy lacks events, or the database follows another log', async () => {
    await createCheckpoints(['process/one'], at(3).position, db());
    const checkpoints = await readCheckpoints(db());
    await client.appendToStream('post-1', jsonEvent({ type: 'Happened', data: {}, metadata }));
    expect(await refusal()).to.equal('1@post-1 is not copied yet: run npm run events -- copy again.');
    await copyLog(logs);
    await sql`update audit_leaf set "commit" = "commit" + 1000, prepare = prepare + 1000`.execute(db());
    expect(await refusal()).to.include('does not follow the store at --from');
    await sql`update audit_node set hash = ${Buffer.alloc(32)} where level = 0 and index = 2`.execute(db());
    expect(await refusal()).to.include('The log is not the one that was signed');
    expect(await readCheckpoints(db())).to.deep.equal(checkpoints);
    expect(await listMoves(db())).to.deep.equal([]);
  });

  it('continues where another application wrote between the events of the service', async () => {
    await client.appendToStream('order-1', jsonEvent({ type: 'OrderPlaced', data: {} }));
    await client.appendToStream('post-7', jsonEvent({ id: randomUUID(), type: 'Happened', data: {}, metadata }));
    await copyLog(logs);
    const ours = (await eventsOf(logs.from)).filter(({ stream }) => stream !== 'order-1');
    await db()
      .transaction()
      .execute((tx) =>
        growTree(
          ours.slice(5).flatMap((event) => rawAsStored(event) ?? []),
          tx,
        ),
      );
    const { move } = await follow();
    expect(move).to.deep.include({ size: 7, missing: 0 });
    const after = (await eventsOf(logs.to)).filter(({ stream }) => stream !== 'order-1');
    expect(await leavesAt([(after[6] as RawEvent).position], db())).to.deep.equal([6]);
  });
});
