import { sql, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { fanOut, fanOutHandles, workspaceOf, type Subscription } from '../../../processes/webhooks/fan-out.ts';
import { deliveryLane } from '../../../processes/webhooks/delivery-lanes.ts';
import { webhookDeliveries } from '../../../processes/webhooks/webhook-deliveries.ts';
import { keysOfEvent } from '../../../domain/kernel/event-keys.ts';
import { park, parkedKeys } from '../../../projections/kernel/parking.ts';
import { writeInstances } from '../../stores/postgres/instance-rows.ts';
import { applyKeyByKey, type KeyedSubscriber } from '../../stores/postgres/keyed-subscriber.ts';
import { checkpointOf } from '../../stores/postgres/process-checkpoints.ts';

/**
 * Keeps the subscriptions, and writes each new delivery as a due instance of the process
 * `webhook-delivery`, in the transaction of its checkpoint, so that each delivery is created
 * exactly once. Its key is the workspace, because a delivery depends on the subscriptions of the
 * whole workspace as of the event. It is not a process manager, because one event starts instances
 * of another process. Like a process it must not be replayed, so a missing checkpoint is an error.
 */
export class WebhookFanOut implements KeyedSubscriber {
  readonly process = 'webhook-fan-out';
  readonly description = "Creates the deliveries of each webhook endpoint's subscribed events.";
  readonly name = checkpointOf(this.process);
  readonly handles: ReadonlySet<string> = new Set(fanOutHandles);
  readonly #workspace: string | undefined;

  /** `workspace`: the one it is limited to. */
  constructor(workspace?: string) {
    this.#workspace = workspace;
  }

  async apply(
    given: readonly Recorded[],
    tx: Transaction<unknown>,
    { hasParkedKeys = true }: Readonly<{ hasParkedKeys?: boolean | undefined }> = {},
  ): Promise<void> {
    const events = given.filter((event) => this.keysOf(event).length > 0);
    const workspaces = [...new Set(events.flatMap((event) => this.keysOf(event)))];
    if (workspaces.length === 0) return;
    const { rows } = await sql<Subscription>`
      select endpoint_id as "endpointId", workspace_id as "workspaceId", events, enabled, slow
      from webhook_subscription where workspace_id = any(${workspaces})`.execute(tx);
    const parked = hasParkedKeys ? await parkedKeys(this.name, workspaces, tx) : new Set<string>();
    const { changed, removed, owed, slowedDown, failed } = fanOut(events, rows, parked);
    for (const { workspaceId, event, error } of failed)
      await park({ subscriber: this.name, key: workspaceId, event, error }, tx);
    await keep(changed, tx);
    if (removed.length > 0) await sql`delete from webhook_subscription where endpoint_id = any(${removed})`.execute(tx);
    await writeInstances(webhookDeliveries.name, owed, 'keep', tx);
    await stepAside(slowedDown, tx);
  }

  applyParking(events: readonly Recorded[], tx: Transaction<unknown>): Promise<void> {
    return applyKeyByKey(this, events, tx);
  }

  keysOf(event: Recorded): readonly string[] {
    const { keys } = keysOfEvent(event, workspaceOf);
    return keys.filter((key) => this.#workspace === undefined || this.#workspace === key);
  }

  only(workspace: string): WebhookFanOut {
    return new WebhookFanOut(workspace);
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

/**
 * Moves deliveries to slow receivers into lanes where they delay slow receivers only. It locks rows
 * in the order of their instances, as the end of an action does, so that the two cannot deadlock.
 */
const stepAside = async (endpointIds: readonly string[], tx: Transaction<unknown>): Promise<void> => {
  if (endpointIds.length === 0) return;
  await sql`
    with moving as materialized (
      select held.process, held.instance, slowed.slow_lane
      from unnest(${endpointIds}::text[], ${endpointIds.map((id) => deliveryLane(id, 0))}::text[],
        ${endpointIds.map((id) => deliveryLane(id, 0, { isSlow: true }))}::text[]) as slowed(endpoint_id, lane, slow_lane)
      join process_instance as held on held.process = ${webhookDeliveries.name} and held.lane = slowed.lane
        and held.wake_at is not null and held.state->'request'->>'endpointId' = slowed.endpoint_id
      order by held.instance
      for update of held
    )
    update process_instance as held set lane = moving.slow_lane
    from moving where held.process = moving.process and held.instance = moving.instance`.execute(tx);
};
