import { expect } from 'chai';
import { runSubscription } from '../../../../infra/log/subscriptions/run-subscription.ts';
import { openNotifications } from '../../../../infra/stores/postgres/listen.ts';
import { createLogger } from '../../../../infra/telemetry/logger.ts';
import { createMetrics } from '../../../../infra/telemetry/metrics.ts';
import { beforeFirstEvent, createCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

describe('a subscription', () => {
  const log = useEventStore();
  const database = useDatabase();

  it('reports why it starts again and again, and counts how often', async () => {
    const notifications = openNotifications(database().connection);
    const metrics = createMetrics({ process: false });
    const subscriber = { name: 'lost', handles: new Set(['Counted']), apply: async () => undefined };
    const parts = { database: database(), notifications, store: log().store, log: createLogger('silent'), metrics };
    const subscription = await runSubscription('tests', async () => ({ subscribers: [subscriber] }), parts);
    await until('it says so', () => subscription.status().startsOver !== undefined);
    expect(subscription.status().startsOver).to.equal('lost has no checkpoint');
    const [{ labels, value } = { labels: {}, value: 0 }] = (await metrics.subscriptionFaults.get()).values;
    expect(labels).to.deep.equal({ group: 'tests' });
    expect(value).to.be.greaterThan(2);
    await createCheckpoints(['lost'], beforeFirstEvent, database().kysely);
    await subscription.stop();
    await notifications.close();
  });
});
