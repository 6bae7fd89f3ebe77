import { expect } from 'chai';
import { sql } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { toHex } from '@social-publishing/audit-proofs';
import { jsonEvent, EventStoreDBClient } from '@eventstore/db-client';
import { catalogue } from '../../../../domain/events.ts';
import { UserRegistered } from '../../../../domain/users/user.ts';
import { CheckpointFile } from '../../../../infra/log/audit/checkpoint-file.ts';
import { beginTree, growTree, hashesOfRanges, readTree } from '../../../../infra/log/audit/log-tree.ts';
import { publicKeysFrom } from '../../../../infra/log/audit/signature-check.ts';
import { SignedCheckpoints, TreeContradicted } from '../../../../infra/log/audit/signed-checkpoints.ts';
import { listKeys, openSigner } from '../../../../infra/log/audit/signing-key.ts';
import { treeSubscriber } from '../../../../infra/log/audit/tree-subscriber.ts';
import { verifyLog } from '../../../../infra/log/audit/verify-log.ts';
import { backOff, isTransient } from '../../../../infra/stores/postgres/retry-policy.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { ServiceEventStore } from '../../../../infra/stores/event-store/service-event-store.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { Vault } from '../../../../infra/stores/secrets/vault.ts';
import { beforeFirstEvent, createCheckpoints, moveCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner } from '../../../../projections/kernel/subscription-runner.ts';
import { CheckpointMoved } from '../../../../projections/kernel/subscriber.ts';
import { madeTree } from '../../products/audit-proofs/made-bundles.ts';
import { openTestEventStore } from '../../../support/event-store.ts';
import { openTestDatabase } from '../../../support/postgres.ts';

/** Metadata as the service writes them. */
const ourMeta = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  v: 1,
  $correlationId: 'c',
  $causationId: 'c',
  occurredAt: '2026-01-01T00:00:00.000Z',
};

/** A log with sealed people in it, a database and a folder, as the service has them. */
const open = async () => {
  const [log, database] = await Promise.all([openTestEventStore(), openTestDatabase()]);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'audit-'));
  const db = database.kysely;
  const keyring = keyringFrom(`a:${randomBytes(32).toString('base64')}`);
  const people = new SubjectKeys(database, keyring);
  const store = new ServiceEventStore(log.store, catalogue, people);
  const stored = store.view({ as: 'stored' });
  const file = new CheckpointFile(dir);
  const signer = await openSigner(undefined, new Vault(database, keyring), db);
  const begin = async (name: string): Promise<void> => {
    await beginTree(name, db);
    await createCheckpoints([treeSubscriber.name], beforeFirstEvent, db);
  };
  await begin('log-of-the-test');
  const register = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      const userId = randomUUID();
      const event = UserRegistered({
        userId,
        externalId: userId,
        email: `${at}@example.test`,
        name: 'Olivia',
        avatarUrl: null,
      });
      const meta = {
        ...({ workspaceId: '', mode: 'live', actor: { kind: 'user', id: userId } } as const),
        $correlationId: 'r',
        $causationId: userId,
        occurredAt: '2026-01-01T00:00:00.000Z',
      };
      await store.append(`user-${userId}`, 'none', [{ ...event, id: randomUUID(), meta }]);
    }
  };
  /** Follows the log until it is at its head, or dies after some batches. */
  const follow = async ({ maxBatch = 3, dieAfter = Infinity } = {}): Promise<void> => {
    const [done, head] = [new AbortController(), await stored.head()];
    let batches = 0;
    const dying = {
      ...treeSubscriber,
      apply: async (...given: Parameters<typeof treeSubscriber.apply>): Promise<void> => {
        await treeSubscriber.apply(...given);
        // Between what was written and its commit: nothing of it may stay.
        if (++batches > dieAfter) throw new CheckpointMoved('died');
      },
    };
    const parked = (_: string, error: unknown): never => {
      throw error;
    };
    const moved = async ({ commit }: { commit: bigint }): Promise<void> => {
      if (head && commit >= head.commit) done.abort();
    };
    const report = { joined: () => {}, retrying: () => {}, parked, moved };
    const scan = { log: stored, db, subscribers: [dying], isTransient, backOff, maxBatch, report };
    await new SubscriptionRunner(scan).run(done.signal);
  };
  /** The root the tree in the database has, and the one its log should give. */
  const roots = async (): Promise<readonly [string, string]> => {
    const [{ size }, head, done] = [await readTree(db), await stored.head(), new AbortController()];
    const events = [];
    for await (const batch of stored.follow('start', { signal: done.signal })) {
      events.push(...batch.events);
      if (head && batch.to.commit >= head.commit) break;
    }
    done.abort();
    expect(events).to.have.length(size);
    const [root] = await hashesOfRanges([{ start: 0, end: size }], db);
    return [toHex(root ?? new Uint8Array()), toHex(madeTree(events).roots[size] ?? new Uint8Array())];
  };
  const checkpoints = new SignedCheckpoints({ db, signer, file, now: () => new Date() });
  const verify = async () => {
    const keys = (await listKeys(db)).flatMap(({ publicKey }) => publicKeysFrom(publicKey));
    return verifyLog({ stored, db, file, keys });
  };
  const close = async (): Promise<void> => {
    await log.close();
    await database.drop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { begin, checkpoints, close, db, file, follow, log, people, register, roots, verify };
};

describe('the tree over the log', function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  it('holds every event once and in order, wherever its reader died', async () => {
    const { register, follow, roots } = opened;
    await register(11);
    for (const dieAfter of [0, 1, 1])
      expect(await follow({ dieAfter }).catch((error: unknown) => error)).to.be.instanceOf(CheckpointMoved);
    await follow({ maxBatch: 2 });
    const [kept, wanted] = await roots();
    expect(kept).to.equal(wanted);
  });

  it('grows once where two read at the same time', async () => {
    const { register, follow, roots } = opened;
    await register(9);
    await Promise.allSettled([follow({ maxBatch: 1 }), follow({ maxBatch: 2 })]);
    await follow();
    const [kept, wanted] = await roots();
    expect(kept).to.equal(wanted);
  });

  it('holds events of unknown types, and bytes that are no JSON', async () => {
    const { log, follow, roots, checkpoints, verify } = opened;
    const client = EventStoreDBClient.connectionString(log.connectionString);
    const binary = {
      type: 'Bytes',
      contentType: 'application/octet-stream',
      data: Buffer.from([0, 255]),
      id: randomUUID(),
    } as const;
    await client.appendToStream('future-1', jsonEvent({ type: 'FromTheFuture', data: { a: 1 }, metadata: ourMeta }));
    await client.appendToStream('post-1', { ...binary, metadata: undefined });
    await client.dispose();
    await follow();
    const [kept, wanted] = await roots();
    expect(kept).to.equal(wanted);
    await checkpoints.sign();
    expect(await verify()).to.include({ events: 2, checkpoints: 1 });
  });

  it('leaves out what other applications write into streams of their own', async () => {
    const { register, follow, checkpoints, verify, roots, log } = opened;
    const client = EventStoreDBClient.connectionString(log.connectionString);
    for (let at = 0; at < 4; at += 1) {
      await client.appendToStream('order-1', [
        jsonEvent({ type: 'OrderPlaced', data: { at } }),
        jsonEvent({ type: 'OrderPaid', data: {} }),
      ]);
      await register(1);
    }
    await client.appendToStream('order-1', jsonEvent({ type: 'OrderPlaced', data: {} }));
    await client.dispose();
    await follow();
    const [kept, wanted] = await roots();
    expect(kept).to.equal(wanted);
    await checkpoints.sign();
    expect(await verify()).to.include({ events: 4, checkpoints: 1 });
  });

  it('is verified with the events of other applications that it had before they were left out', async () => {
    const { register, follow, checkpoints, verify, db, log } = opened;
    const client = EventStoreDBClient.connectionString(log.connectionString);
    await client.appendToStream('order-1', jsonEvent({ type: 'OrderPlaced', data: {} }));
    for await (const { events, to } of log.store.follow('start', {
      signal: new AbortController().signal,
      as: 'stored',
      withForeign: true,
    })) {
      await db.transaction().execute(async (tx) => {
        await growTree(events, tx);
        await moveCheckpoints([treeSubscriber.name], { from: beforeFirstEvent, to }, tx);
      });
      break;
    }
    await client.appendToStream('order-1', jsonEvent({ type: 'OrderPaid', data: {} }));
    await client.dispose();
    await register(2);
    await follow();
    await checkpoints.sign();
    expect(await verify()).to.include({ events: 3, checkpoints: 1 });
  });

  it('is the same after a rebuild, and after the erasure of a person', async () => {
    const { register, follow, checkpoints, verify, db, begin, people, roots } = opened;
    await register(6);
    await follow();
    await checkpoints.sign();
    const [before] = await roots();
    const { rows } = await sql<{ subject: string }>`select subject from subject_key limit 1`.execute(db);
    await people.destroy(rows[0]?.subject ?? '');
    await sql`truncate audit_tree, audit_leaf, audit_node, audit_checkpoint, checkpoint`.execute(db);
    await begin('log-of-the-test');
    expect(await checkpoints.sign(), 'while it is smaller than what was signed').to.equal(undefined);
    await follow();
    expect((await roots())[0]).to.equal(before);
    await register(1);
    await follow();
    expect((await checkpoints.sign())?.checkpoint.size).to.equal(7);
    expect(await verify()).to.include({ events: 7, checkpoints: 1, inFile: 2 });
  });

  it('is not signed when it does not continue what was signed', async () => {
    const { register, follow, checkpoints, db } = opened;
    await register(4);
    await follow();
    await checkpoints.sign();
    await register(1);
    await follow();
    await sql`update audit_node set hash = sha256(hash) where level = 2`.execute(db);
    expect(await checkpoints.sign().catch((error: unknown) => error)).to.be.instanceOf(TreeContradicted);
  });

  it('carries every checkpoint out of the database, also those a crash kept from the file', async () => {
    const { register, follow, checkpoints, file, verify } = opened;
    for (const lost of [false, true, false]) {
      await register(2);
      await follow();
      const before = await file.last();
      await checkpoints.sign();
      if (!lost || !before) continue;
      // As if the process had died in the middle of the line.
      const text = readFileSync(file.path, 'utf8');
      const kept = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1);
      writeFileSync(file.path, kept);
      appendFileSync(file.path, '{"checkpoint":{"chain":"ab');
    }
    expect(await verify()).to.include({ events: 6, checkpoints: 3, inFile: 3 });
  });

  it('tells of an event that vanished from the log', async () => {
    const { register, follow, checkpoints, verify, db } = opened;
    await register(3);
    await follow();
    await checkpoints.sign();
    await sql`update audit_tree set size = 4`.execute(db);
    const error = await verify().catch((fault: unknown) => fault);
    expect(String(error)).to.include('the log ends here, and 4 events came in');
  });
});
