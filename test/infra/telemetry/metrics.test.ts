import { expect } from 'chai';
import { createMetrics } from '../../../infra/telemetry/metrics.ts';

describe('metrics', () => {
  it('are published under names with unit and meaning, once each', async () => {
    const metrics = createMetrics();
    metrics.httpRequests.observe({ method: 'GET', route: '/v1/posts/:id', status: '200' }, 0.02);
    metrics.consumerLag.set({ kind: 'projection', name: 'posts' }, 3);
    const text = await metrics.registry.metrics();
    expect(text).to.include(
      'http_request_duration_seconds_bucket{le="0.025",method="GET",route="/v1/posts/:id",status="200"} 1',
    );
    expect(text).to.include('consumer_lag_positions{kind="projection",name="posts"} 3');
    expect(text).to.include('process_cpu_seconds_total');
    expect(Number(/^nodejs_eventloop_lag_mean_seconds (\S+)$/m.exec(text)?.[1])).to.be.within(0.001, 5);
    for (const { name, help } of await metrics.registry.getMetricsAsJSON()) {
      expect(name).to.match(/^[a-z]+(_[a-z0-9]+)+$/);
      expect(help).not.to.equal('');
    }
  });

  it('of two services in one process do not mix', async () => {
    const [one, other] = [createMetrics({ process: false }), createMetrics({ process: false })];
    one.staleReads.inc();
    expect(await other.registry.getSingleMetricAsString('read_stale_total')).to.include('read_stale_total 0');
  });
});
