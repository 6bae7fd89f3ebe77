import { sql } from 'kysely';
import type { Unparked } from '../../../commands/operations/operation-endpoints.ts';
import { announceParking, readCheckpoints, unparkSubscriber } from '../../../projections/kernel/checkpoint.ts';
import { listParked } from '../../../projections/kernel/parking.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { checkpointOf } from '../../stores/postgres/process-checkpoints.ts';
import type { ServiceEventStore } from '../../stores/event-store/service-event-store.ts';
import { unparkInstance } from '../../stores/postgres/unpark-instance.ts';
import { processSubscribers } from '../processes/process-subscribers.ts';

type Stores = Readonly<{ database: Database; store: ServiceEventStore }>;

/** Every process of this code, by name. */
export const knownProcesses = processSubscribers.map(({ name, description: says }) => ({ name, says }));

type Counts = Readonly<{ process: string; instances: string; due: string; failing: string }>;

/** Every process with its position, its open work and its parked instances. */
export const processesOverview = async ({ database, store }: Stores) => {
  const db = database.kysely;
  const [checkpoints, parked, head, { rows }] = await Promise.all([
    readCheckpoints(db),
    listParked(db),
    store.headSeen(),
    sql<Counts>`
      select process, count(*) as instances, count(*) filter (where wake_at is not null) as due,
        count(*) filter (where failures > 0) as failing
      from process_instance group by process`.execute(db),
  ]);
  return knownProcesses.map(({ name, says }) => {
    const checkpoint = checkpoints.get(checkpointOf(name));
    const counts = rows.find(({ process }) => process === name);
    return {
      name,
      says,
      started: checkpoint !== undefined,
      commit: checkpoint?.position.commit.toString() ?? null,
      caughtUp: checkpoint !== undefined && (head === undefined || checkpoint.position.commit >= head.commit),
      parked: checkpoint?.parked ?? null,
      instances: Number(counts?.instances ?? 0),
      /** With an action due now or later. */
      waiting: Number(counts?.due ?? 0),
      /** Whose last action failed and is retried. */
      failing: Number(counts?.failing ?? 0),
      parkedInstances: parked
        .filter(({ subscriber }) => subscriber === checkpointOf(name))
        .map(({ key, stream, eventType, error, parkedAt }) => ({ instance: key, stream, eventType, error, parkedAt })),
    };
  });
};

/** Unparks a process and folds its parked instances again, or the one instance. */
export const unparkProcess = async (
  name: string,
  wanted: string | undefined,
  { database, store }: Stores,
): Promise<Unparked> => {
  const db = database.kysely;
  const known = processSubscribers.find((one) => one.name === name);
  const parked = (await listParked(db)).filter(({ subscriber }) => subscriber === checkpointOf(name));
  const freed: string[] = [];
  const still: { name: string; error: string }[] = [];
  for (const instance of wanted === undefined ? parked.map(({ key }) => key) : [wanted]) {
    if (!known) break;
    const result = await unparkInstance(known.subscriber, instance, store, db);
    if (result.outcome === 'freed') freed.push(instance);
    if (result.outcome === 'parked') still.push({ name: instance, error: result.still.error });
  }
  if (wanted === undefined && (await unparkSubscriber(checkpointOf(name), db))) {
    await announceParking(checkpointOf(name), db);
    freed.push(name);
  }
  return { freed, still };
};
