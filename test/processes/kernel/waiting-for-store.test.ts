import { expect } from 'chai';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startNode } from '@social-publishing/event-store-node';
import { catalogue } from '../../../domain/events.ts';
import type { EventMeta } from '../../../domain/kernel/event.ts';
import { PostCancelled } from '../../../domain/posts/post-events.ts';
import { EventStoreDb } from '../../../infra/stores/eventstoredb/store.ts';
import { ProcessInstances, workerNames } from '../../../infra/stores/postgres/process-instances.ts';
import { ProcessName } from '../../../infra/stores/postgres/process-name.ts';
import { processEngine } from '../../../processes/kernel/engine.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-01-01T00:00:00.000Z',
  $correlationId: 'c',
  $causationId: 'c',
};
const oneEvent = () => [{ ...PostCancelled({}), id: randomUUID(), meta }];

/** After this many tries the ladder of retries would have made the next one wait for 16 seconds. */
const triesWhileAway = 6;
const maxLateMs = 3_000;

describe('actions that are due while the event store is away', () => {
  const database = useDatabase();

  it('wait for it, count no failure, and are carried out soon after writes are possible again', async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'waiting-'));
    let node = await startNode({ dir });
    const { port } = node;
    // A short budget, so that the tries of many seconds pass in a few.
    const store = new EventStoreDb(`esdb://127.0.0.1:${port}?tls=false`, catalogue, { budgetMilliseconds: 500 });
    const plain = new EventStoreDb(`esdb://127.0.0.1:${port}?tls=false`, catalogue);
    const name = new ProcessName(database().connection, workerNames);
    let [postponed, failed] = [0, 0];
    let doneAt: number | undefined;
    const engine = await processEngine({
      name,
      instances: new ProcessInstances(database().kysely, () => 0),
      processes: [
        {
          name: 'p',
          description: 'Appends once.',
          handles: [],
          instancesOf: () => [],
          evolve: (state) => state,
          next: () => ({ at: new Date(0).toISOString(), action: {} }),
          act: async (_, context) => {
            await store.append('post-due', 'none', oneEvent());
            doneAt = performance.now();
            context.endInstance();
          },
        },
      ],
      context: {
        commands: { handle: () => Promise.reject(new Error('unused')), load: async () => undefined },
        now: () => new Date(),
      },
      report: { failed: () => void failed++, postponed: () => void postponed++, fault: () => undefined },
    });
    try {
      await node.stop();
      await sql`
        insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
        values ('p', 'one', 'w', 'live', '{}', 1, now(), 'p')`.execute(database().kysely);
      engine.begin();
      await until('it was tried', () => postponed >= triesWhileAway);
      const { rows } = await sql<{ failures: number }>`select failures from process_instance`.execute(
        database().kysely,
      );
      expect([rows[0]?.failures, failed]).to.deep.equal([0, 0]);
      node = await startNode({ dir, port });
      await plain.append('post-plain', 'none', oneEvent());
      const writableAt = performance.now();
      await until('it was carried out', () => doneAt !== undefined);
      expect((doneAt ?? Infinity) - writableAt).to.be.below(maxLateMs);
    } finally {
      await engine.stop();
      await name.release();
      await store.close();
      await plain.close();
      await node.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
