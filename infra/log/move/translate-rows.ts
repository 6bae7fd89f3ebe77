import { sql, type Transaction } from 'kysely';
import { placeOf, positionAt } from '../../../domain/kernel/position.ts';
import { beforeFirstEvent } from '../../../projections/kernel/checkpoint.ts';
import { readLogIdentity, writeLogIdentity } from '../../stores/postgres/log-identity.ts';
import type { MovedPositions } from './moved-positions.ts';

/** Where the last event at or before a position of the first store is in the second. */
const moved = (commit: ReturnType<typeof sql>, prepare: ReturnType<typeof sql>) => sql`
  lateral (
    select new_commit, new_prepare from moved_position
    where (old_commit, old_prepare) <= (${commit}, ${prepare})
    order by old_commit desc, old_prepare desc limit 1)`;

/**
 * Translates every row that holds a position of the log, in one transaction:
 * checkpoints, parked keys, leaves of the audit tree, the log that is followed, kept answers with an
 * `X-Position`, and replays of webhooks that are under way. What can be made again of the log is
 * emptied: snapshots and compacted streams. Read models are rebuilt by their own engine.
 */
export const translateRows = async (positions: MovedPositions, tx: Transaction<unknown>): Promise<void> => {
  await translateCheckpoints(tx);
  await sql`
    update parked set "commit" = (
      select new_commit from moved_position where old_commit >= parked."commit"
      order by old_commit, old_prepare limit 1)
    where exists (select 1 from moved_position where old_commit >= parked."commit")`.execute(tx);
  await translateLeaves(tx);
  await translateIdentity(positions, tx);
  await sql`
    update idempotency_record set headers = jsonb_set(headers, '{x-position}', to_jsonb(coalesce(
      (select new_commit::text from moved_position where old_commit <= (headers ->> 'x-position')::bigint
        order by old_commit desc, old_prepare desc limit 1), '0')))
    where headers ? 'x-position'`.execute(tx);
  await translateReplays(positions, tx);
  await sql`truncate stream_snapshot, webhook_endpoint_snapshot, compacted_stream`.execute(tx);
};

/** The makers of snapshots begin again, because their rows are gone. */
const translateCheckpoints = async (tx: Transaction<unknown>): Promise<void> => {
  await sql`delete from checkpoint where subscriber like 'history/%'`.execute(tx);
  await sql`
    update checkpoint set "commit" = found.new_commit, prepare = found.new_prepare
    from (
      select subscriber, new_commit, new_prepare from checkpoint as one
      left join ${moved(sql`one."commit"`, sql`one.prepare`)} as place on true) as found
    where found.subscriber = checkpoint.subscriber and found.new_commit is not null`.execute(tx);
  const { commit, prepare } = beforeFirstEvent;
  await sql`
    update checkpoint set "commit" = ${commit.toString()}, prepare = ${prepare.toString()}
    where not exists (select 1 from moved_position)`.execute(tx);
};

const translateLeaves = async (tx: Transaction<unknown>): Promise<void> => {
  await sql`truncate audit_leaf`.execute(tx);
  await sql`
    insert into audit_leaf (index, "commit", prepare)
    select leaf, new_commit, new_prepare from moved_position where leaf is not null`.execute(tx);
};

const translateIdentity = async (positions: MovedPositions, tx: Transaction<unknown>): Promise<void> => {
  const identity = await readLogIdentity(tx);
  const position = identity && (await positions.of(identity.position, tx));
  if (identity && position) await writeLogIdentity({ ...identity, position }, tx, { replace: true });
};

/** A replay under way remembers the time and the place in the log of the last event it asked for. */
const translateReplays = async (positions: MovedPositions, tx: Transaction<unknown>): Promise<void> => {
  const { rows } = await sql<{ instance: string; after: string }>`
    select instance, state ->> 'after' as after from process_instance
    where process = 'webhook-replay' and state ->> 'after' <> '' for update`.execute(tx);
  for (const { instance, after } of rows) {
    const [at = '', place = ''] = after.split(' ');
    const position = place === '' ? undefined : await positions.of(positionAt(place), tx);
    if (!position) continue;
    await sql`
      update process_instance set state = jsonb_set(state, '{after}', to_jsonb(${`${at} ${placeOf({ position })}`}::text))
      where process = 'webhook-replay' and instance = ${instance}`.execute(tx);
  }
};
