import { sql } from 'kysely';
import type { Unparked } from '../../../commands/operations/operation-endpoints.ts';
import { announceParking, readCheckpoints, unparkSubscriber } from '../../../projections/kernel/checkpoint.ts';
import { listParked } from '../../../projections/kernel/parking.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { checkpointOf } from '../../stores/postgres/process-checkpoints.ts';
import type { ServiceEventStore } from '../../stores/event-store/service-event-store.ts';
import { unparkInstance } from '../../stores/postgres/unpark-instance.ts';
import { lagOf } from './lag.ts';
import { processSubscribers } from '../processes/process-subscribers.ts';

type Stores = Readonly<{ database: Database; store: ServiceEventStore }>;

/** Every process of this code, by name. */
export const knownProcesses = processSubscribers.map(({ name, description: says }) => ({ name, says }));

/** So many failing instances of a process are named; the others are counted. */
const namedInstances = 20;

type Failing = Readonly<{
  process: string;
  instance: string;
  stream: string | null;
  workspaceId: string;
  failures: number;
  error: string | null;
  failedAt: string;
  nextTryAt: string | null;
  correlationId: string | null;
}>;

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The failing instances of every process, those that failed most often first. The state of one names what it is about. */
const failingOf = async (db: Database['kysely']): Promise<readonly Failing[]> => {
  const { rows } = await sql<Failing>`
    select process, instance, coalesce('post-' || (state->>'postId'), 'account-' || (state->>'accountId')) as stream,
      workspace_id as "workspaceId", failures, last_error as error, correlation_id as "correlationId",
      ${instant('updated_at')} as "failedAt", ${instant('not_before')} as "nextTryAt"
    from (
      select *, row_number() over (partition by process order by failures desc, instance) as place
      from process_instance where failures > 0) as failing
    where place <= ${namedInstances} order by process, place`.execute(db);
  return rows;
};

type Counts = Readonly<{ process: string; instances: string; due: string; failing: string }>;

/** Every process with its position, its open work and its parked instances. */
export const processesOverview = async ({ database, store }: Stores, seconds?: ReadonlyMap<string, number>) => {
  const db = database.kysely;
  const [checkpoints, parked, head, failing, { rows }] = await Promise.all([
    readCheckpoints(db),
    listParked(db),
    store.headSeen(),
    failingOf(db),
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
      lag: lagOf(checkpointOf(name), { checkpoints, head: head?.commit, seconds }),
      parked: checkpoint?.parked ?? null,
      instances: Number(counts?.instances ?? 0),
      /** With an action due now or later. */
      waiting: Number(counts?.due ?? 0),
      /** Whose last action failed and is retried. */
      failing: Number(counts?.failing ?? 0),
      failingInstances: failing.flatMap(({ process, ...one }) => (process === name ? [one] : [])),
      parkedInstances: parked
        .filter(({ subscriber }) => subscriber === checkpointOf(name))
        .map(({ key, workspaceId, stream, eventType, error, parkedAt }) => ({
          instance: key,
          workspaceId,
          stream,
          eventType,
          error,
          parkedAt,
        })),
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
