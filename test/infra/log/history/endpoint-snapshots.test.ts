import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { NewEvent, Recorded } from '../../../../domain/kernel/event.ts';
import type { Moment } from '../../../../read-api/kernel/as-of.ts';
import { WebhookDeliveryAttemptFailed, WebhookDeliverySucceeded } from '../../../../domain/webhooks/delivery.ts';
import {
  WebhookEndpointCreated,
  WebhookEndpointDeleted,
  WebhookEndpointEnabled,
  WebhookEndpointUpdated,
} from '../../../../domain/webhooks/endpoint.ts';
import { endpointSnapshotSubscriber } from '../../../../infra/log/history/endpoint-snapshot-subscriber.ts';
import { EndpointSnapshots, outcomesPerSnapshot } from '../../../../infra/log/history/endpoint-snapshots.ts';
import { PastReadModels } from '../../../../infra/log/history/past-read-models.ts';
import type { ReadModels } from '../../../../projections/database.ts';
import { subscribersFor } from '../../../../projections/kernel/read-models.ts';
import { webhookEndpoints } from '../../../../projections/webhooks/webhook-endpoints.ts';
import { webhookOutcomes } from '../../../../projections/webhooks/webhook-outcomes.ts';
import { endpointPast } from '../../../../read-api/webhooks/endpoint-past.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const projections = [webhookEndpoints, webhookOutcomes];

describe('snapshots of webhook endpoints', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const log = useEventStore();
  const db = () => database().kysely;
  const workspaceId = freshId();
  const endpointId = freshId();
  const own = `webhookEndpoint-${endpointId}`;
  const moments: Moment[] = [];
  let everything: Recorded[];
  let clock = 0;

  const happened = (events: readonly NewEvent[]) =>
    events.map((event) => ({
      ...event,
      id: randomUUID(),
      meta: {
        workspaceId,
        mode: 'test' as const,
        actor: { kind: 'system' as const, id: 's' },
        $correlationId: 'c',
        $causationId: randomUUID(),
        // Clocks of two writers that are not of one mind: every seventh event is a little earlier than the one before.
        occurredAt: new Date(noon + ++clock * 1_000 - (clock % 7 === 0 ? 1_500 : 0)).toISOString(),
      },
    }));
  const named = { endpointId, url: 'https://example.com/', events: [], description: null };

  before(async () => {
    const builds = await subscribersFor(projections, db());
    let revision = -1;
    const change = async (event: NewEvent): Promise<void> => {
      await log().store.append(own, revision < 0 ? 'none' : revision, happened([event]));
      revision++;
    };
    await change(WebhookEndpointCreated({ ...named, secretName: 's' }));
    for (let nth = 0; nth < 4 * outcomesPerSnapshot; nth++) {
      const deliveryId = freshId();
      const tried = { deliveryId, endpointId, attempt: 1, statusCode: 500, responseBody: null, latencyMs: 1 };
      const failed = WebhookDeliveryAttemptFailed({ ...tried, error: 'HTTP 500', retryAt: null });
      // Some commits hold two.
      const outcomes = nth % 3 === 0 ? [failed] : [failed, WebhookDeliverySucceeded({ ...tried, statusCode: 200 })];
      await log().store.append(
        `webhookDelivery-${deliveryId}`,
        'none',
        happened(nth % 5 === 0 ? [failed, failed] : outcomes),
      );
      if (nth % 40 === 39) await change(WebhookEndpointEnabled({ endpointId }));
      if (nth % 30 === 29) await change(WebhookEndpointUpdated({ ...named, url: `https://example.com/${nth}` }));
    }
    await change(WebhookEndpointDeleted({ endpointId }));

    const end = await log().store.head();
    everything = [];
    const stop = new AbortController();
    for await (const { events, to } of log().store.follow('start', { signal: stop.signal })) {
      everything.push(...events);
      if (end && to.commit >= end.commit) break;
    }
    stop.abort();
    for (const { subscriber } of builds)
      await db()
        .transaction()
        .execute((tx) => subscriber.apply(everything, tx));
    for (const { position, meta } of everything)
      moments.push({ kind: 'position', commit: position.commit }, { kind: 'instant', at: meta.occurredAt });
  });
  beforeEach(() => sql`delete from webhook_endpoint_snapshot`.execute(db()));

  const store = () => ({
    head: () => log().store.head(),
    open: async <Events>(events: Events) => events,
    openMarked: async <Rows>(rows: Rows) => rows,
  });
  const snapshotsOf = () => new EndpointSnapshots({ sealed: log().store, db: db() });
  const pastOf = (history?: EndpointSnapshots) => ({
    history,
    past: new PastReadModels({
      store: store(),
      sealed: log().store,
      db: db().withTables<ReadModels>(),
      projections,
    }),
  });
  const reported = async ({ past, history }: ReturnType<typeof pastOf>, moment: Moment) => {
    const caller = { workspaceId } as never;
    const context = { caller, db: db().withTables<ReadModels>(), past, now: '' };
    const origins = await endpointPast(history).origins({ id: endpointId }, context, moment);
    const then = await past.at(moment, ['webhook_endpoints'], origins);
    const rows = await then.db.selectFrom('webhook_endpoints').selectAll().execute();
    return { answer: JSON.stringify({ rows, now: then.now }), outcomes: origins.beside?.length ?? 0 };
  };

  it('answer as all outcomes do, at every moment, and spare the reading of most of them', async () => {
    const snapshots = snapshotsOf();
    await snapshots.extend(endpointId);
    const [whole, near] = [pastOf(), pastOf(snapshots)];
    for (const moment of moments) {
      const { answer, outcomes } = await reported(near, moment);
      expect(answer).to.equal((await reported(whole, moment)).answer);
      // Two of one commit stay together.
      if (moment.kind === 'position') expect(outcomes).to.be.at.most(outcomesPerSnapshot + 1);
    }
  });

  it('are made by who asks about an endpoint that has too few of them', async () => {
    const last = moments.at(-3) as Moment;
    const { answer, outcomes } = await reported(pastOf(snapshotsOf()), last);
    expect(outcomes).to.be.at.most(outcomesPerSnapshot + 1);
    expect(answer).to.equal((await reported(pastOf(), last)).answer);
    const early = moments[2 * outcomesPerSnapshot] as Moment;
    expect((await reported(pastOf(snapshotsOf()), early)).answer).to.equal((await reported(pastOf(), early)).answer);
  });

  it('are made once, as outcomes come in, by any node', async () => {
    const subscriber = endpointSnapshotSubscriber(snapshotsOf());
    const kept = async () =>
      (await sql<{ commit: string }>`select "commit" from webhook_endpoint_snapshot order by "commit"`.execute(db()))
        .rows;
    await db()
      .transaction()
      .execute((tx) => subscriber.apply(everything, tx));
    const made = await kept();
    expect(made.length).to.be.at.least(6);
    await snapshotsOf().extend(endpointId);
    expect(await kept()).to.deep.equal(made);
    await sql`update webhook_endpoint_snapshot set fold = 'of another version'`.execute(db());
    const last = moments.at(-3) as Moment;
    expect((await snapshotsOf().before(endpointId, workspaceId, last)).known).to.have.property('latest');
    expect((await snapshotsOf().before(endpointId, freshId(), last)).outcomes).to.deep.equal([]);
    expect(await kept()).to.deep.equal(made);
  });
});
