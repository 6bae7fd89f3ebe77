import { expect } from 'chai';
import { sql } from 'kysely';
import type { NewEvent, Recorded } from '../../../../domain/kernel/event.ts';
import { WebhookDeliveryAttemptFailed } from '../../../../domain/webhooks/delivery.ts';
import { WebhookEndpointCreated, WebhookEndpointDeleted } from '../../../../domain/webhooks/endpoint.ts';
import { WebhookFanOut } from '../../../../infra/adapters/webhooks/fan-out-subscriber.ts';
import { deliveryLane } from '../../../../processes/webhooks/delivery-lanes.ts';
import { stored } from '../../../domain/webhooks/history.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';
import { postCreated } from '../../../processes/webhooks/post-story.ts';

const created = (endpointId: string) =>
  WebhookEndpointCreated({
    endpointId,
    url: 'https://receiver.example/',
    events: ['post.created'],
    description: null,
    secretName: 's',
  });

let stories = 0;
const event = (stream: string, fact: NewEvent): Recorded => ({
  ...(stored(stream, [fact])[0] as Recorded),
  id: `fan-out-${stories++}`,
});
/** Of endpoint `e1`. */
const slowTry = WebhookDeliveryAttemptFailed({
  deliveryId: 'd',
  endpointId: 'e1',
  attempt: 0,
  statusCode: null,
  responseBody: null,
  latencyMs: 30_000,
  error: 'timeout',
  retryAt: null,
});
const newPost = (): Recorded => event(`post-p${stories}`, postCreated(`p${stories}`));

describe('the webhook fan-out in Postgres', () => {
  const database = useDatabase();
  const fanOut = new WebhookFanOut();

  beforeEach(async () => {
    await database().pool.query('truncate webhook_subscription, process_instance');
  });

  const apply = (...events: readonly Recorded[]): Promise<void> =>
    database()
      .kysely.transaction()
      .execute((tx) => fanOut.apply(events, tx));
  const waiting = async () => {
    const { rows } = await sql<{ endpoint: string; lane: string; due: string; workspace: string; mode: string }>`
      select state->'request'->>'endpointId' as endpoint, lane, wake_at as due, workspace_id as workspace, mode
      from process_instance where process = 'webhook-delivery' order by instance`.execute(database().kysely);
    return rows;
  };
  const endpointsOwed = async (): Promise<string[]> => (await waiting()).map(({ endpoint }) => endpoint).toSorted();

  it('writes what is owed as instances that are due at the time of the event', async () => {
    const post = newPost();
    await apply(event('webhookEndpoint-e1', created('e1')), post);
    const [row, ...others] = await waiting();
    expect(others).to.deep.equal([]);
    expect(row).to.deep.include({ endpoint: 'e1', lane: deliveryLane('e1', 0), workspace: post.meta.workspaceId });
    expect(row?.due).to.equal(post.meta.occurredAt);
    expect(row?.mode).to.equal('test');
  });

  it('remembers subscriptions from batch to batch, and writes nothing for workspaces without', async () => {
    await apply(newPost());
    expect(await waiting()).to.deep.equal([]);
    await apply(event('webhookEndpoint-e1', created('e1')), event('webhookEndpoint-e2', created('e2')));
    await apply(newPost());
    expect(await endpointsOwed()).to.deep.equal(['e1', 'e2']);
    await apply(event('webhookEndpoint-e1', WebhookEndpointDeleted({ endpointId: 'e1' })));
    await apply(newPost());
    expect(await endpointsOwed()).to.deep.equal(['e1', 'e2', 'e2']);
  });

  it('leaves nothing behind when the transaction fails', async () => {
    const failed = database()
      .kysely.transaction()
      .execute(async (tx) => {
        await fanOut.apply([event('webhookEndpoint-e1', created('e1')), newPost()], tx);
        throw new Error('the checkpoint had moved');
      });
    expect(await failed.catch((error: Error) => error.message)).to.equal('the checkpoint had moved');
    await apply(newPost());
    expect(await waiting()).to.deep.equal([]);
  });

  it('owes an event once, though it is read twice', async () => {
    const post = newPost();
    await apply(event('webhookEndpoint-e1', created('e1')), post);
    await apply(post);
    expect(await waiting()).to.have.length(1);
  });

  it('moves only the deliveries of a slow receiver to another lane', async () => {
    const neighbour = Array.from({ length: 100 }, (_, n) => `n${n}`).find(
      (id) => deliveryLane(id, 0) === deliveryLane('e1', 0),
    );
    if (neighbour === undefined) throw new Error('some receivers share a lane');
    await apply(event('webhookEndpoint-e1', created('e1')), event('webhookEndpoint-n', created(neighbour)));
    await apply(newPost(), newPost());
    await apply(event('webhookDelivery-d', slowTry), newPost());
    const lanes = await waiting();
    expect(lanes.filter(({ endpoint }) => endpoint === 'e1').map(({ lane }) => lane)).to.deep.equal(
      Array.from({ length: 3 }, () => deliveryLane('e1', 0, { isSlow: true })),
    );
    expect(lanes.filter(({ endpoint }) => endpoint === neighbour).map(({ lane }) => lane)).to.deep.equal(
      Array.from({ length: 3 }, () => deliveryLane(neighbour, 0)),
    );
  });

  it('moves them in their order, so that a transaction that frees them in that order cannot deadlock with it', async () => {
    await apply(event('webhookEndpoint-e1', created('e1')), newPost(), newPost(), newPost());
    const first = sql`(select min(instance) from process_instance)`;
    // The first of them is written last, so a scan of the table finds it last; the planner may
    // choose such a scan.
    await sql`update process_instance set failures = 1 where instance = ${first}`.execute(database().kysely);
    let moving: Promise<void> | undefined;
    await database()
      .kysely.transaction()
      .execute(async (tx) => {
        await sql`select 1 from process_instance where instance = ${first} for update`.execute(tx);
        moving = database()
          .kysely.transaction()
          .execute(async (its) => {
            await sql`set local enable_indexscan = off; set local enable_bitmapscan = off`.execute(its);
            await fanOut.apply([event('webhookDelivery-d', slowTry)], its);
          });
        await until('the move waits for the first', async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%process_instance%'`.execute(
            database().kysely,
          );
          return rows.length === 1;
        });
        await sql`select 1 from process_instance for update nowait`.execute(tx);
      });
    await moving;
    expect((await waiting()).map(({ lane }) => lane)).to.deep.equal(
      Array.from({ length: 3 }, () => deliveryLane('e1', 0, { isSlow: true })),
    );
  });
});
