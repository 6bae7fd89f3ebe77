import { expect } from 'chai';
import { measuredMedia } from '../../../../infra/adapters/measured/measured-calls.ts';
import { createMetrics } from '../../../../infra/telemetry/metrics.ts';

describe('measured calls', () => {
  it('process a file of unknown type, as a source may have declared no specific type', async () => {
    const metrics = createMetrics({ process: false });
    const process = measuredMedia(() => Promise.resolve({ outcome: 'rejected', reason: 'just so' }), metrics);
    const file = { mediaId: 'c1', workspaceId: 'c2', key: 'k', filename: 'f', sizeBytes: 1 };
    for (const contentType of ['application/octet-stream', 'image/png'])
      await process({ ...file, contentType }, new AbortController().signal);
    const [{ name = '' } = {}] = (await metrics.registry.getMetricsAsJSON()).filter(({ name }) => /media/.test(name));
    const text = await metrics.registry.getSingleMetricAsString(name);
    for (const category of ['unknown', 'image'])
      expect(text).to.match(new RegExp(`_count{[^}]*category="${category}"[^}]*} 1`));
  });
});
