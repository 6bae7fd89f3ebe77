import { sql, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { webhookDeliveryManager } from '../../../processes/webhooks/delivery-manager.ts';
import { deliveryLane } from '../../../processes/webhooks/lanes.ts';
import { fanOut, fanOutHandles, type Owed, type Subscription } from '../../../processes/webhooks/fan-out.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { wakeChannel } from '../../stores/postgres/process-subscriber.ts';

/**
 * Keeps who is subscribed to what, and writes each owed delivery as a due instance of the process `webhook-delivery`, all in
 * the transaction of its checkpoint: nothing is owed twice, nothing is forgotten. Like a process it must not be replayed, so
 * a missing checkpoint is an error.
 */
export class WebhookFanOut implements Subscriber {
  readonly name = 'process/webhook-fan-out';
  readonly handles: ReadonlySet<string> = new Set(fanOutHandles);

  async apply(events: readonly Recorded[], tx: Transaction<unknown>): Promise<void> {
    const workspaces = [...new Set(events.map(({ meta }) => meta.workspaceId))];
    const { rows } = await sql<Subscription>`
      select endpoint_id as "endpointId", workspace_id as "workspaceId", events, enabled, slow
      from webhook_subscription where workspace_id = any(${workspaces})`.execute(tx);
    const { changed, removed, owed, slowedDown } = fanOut(events, rows);
    await keep(changed, tx);
    if (removed.length > 0) await sql`delete from webhook_subscription where endpoint_id = any(${removed})`.execute(tx);
    await enqueue(owed, tx);
    await stepAside(slowedDown, tx);
  }
}

const keep = async (changed: readonly Subscription[], tx: Transaction<unknown>): Promise<void> => {
  if (changed.length === 0) return;
  const rows = changed.map(({ endpointId, workspaceId, events, enabled, slow }) => ({
    endpoint_id: endpointId,
    workspace_id: workspaceId,
    events,
    enabled,
    slow,
  }));
  await sql`
    insert into webhook_subscription (endpoint_id, workspace_id, events, enabled, slow)
    select endpoint_id, workspace_id, events, enabled, slow
    from json_populate_recordset(null::webhook_subscription, ${JSON.stringify(rows)}::json)
    on conflict (endpoint_id) do update set events = excluded.events, enabled = excluded.enabled, slow = excluded.slow`.execute(
    tx,
  );
};

const enqueue = async (owed: readonly Owed[], tx: Transaction<unknown>): Promise<void> => {
  if (owed.length === 0) return;
  const rows = owed.map(({ workspaceId, mode, state }) => ({
    process: webhookDeliveryManager.name,
    instance: state.request.deliveryId,
    workspace_id: workspaceId,
    mode,
    state,
    revision: 1,
    wake_at: state.dueAt,
    lane: webhookDeliveryManager.next(state)?.lane,
  }));
  await sql`
    insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
    select process, instance, workspace_id, mode, state, revision, wake_at, lane
    from json_populate_recordset(null::process_instance, ${JSON.stringify(rows)}::json)
    on conflict (process, instance) do nothing`.execute(tx);
  await sql`select pg_notify(${wakeChannel}, '')`.execute(tx);
};

/**
 * Moves what waits for slow receivers into lanes where it holds up slow ones only. In the order of its instances: who did what was due frees
 * the same rows in that order, and both must not wait for each other.
 */
const stepAside = async (endpointIds: readonly string[], tx: Transaction<unknown>): Promise<void> => {
  if (endpointIds.length === 0) return;
  await sql`
    with moving as materialized (
      select held.process, held.instance, slowed.slow_lane
      from unnest(${endpointIds}::text[], ${endpointIds.map((id) => deliveryLane(id, 0))}::text[],
        ${endpointIds.map((id) => deliveryLane(id, 0, true))}::text[]) as slowed(endpoint_id, lane, slow_lane)
      join process_instance as held on held.process = ${webhookDeliveryManager.name} and held.lane = slowed.lane
        and held.wake_at is not null and held.state->'request'->>'endpointId' = slowed.endpoint_id
      order by held.instance
      for update of held
    )
    update process_instance as held set lane = moving.slow_lane
    from moving where held.process = moving.process and held.instance = moving.instance`.execute(tx);
};
