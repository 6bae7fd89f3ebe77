import { expect } from 'chai';
import { countParked } from '../../../infra/composition/parked-metrics.ts';
import { createMetrics } from '../../../infra/telemetry/metrics.ts';

describe('the count of what stands still', () => {
  it('names each parked consumer by its kind, until it goes on', async () => {
    const metrics = createMetrics({ process: false });
    const parked = new Map([['posts', 'a poison event']]);
    const scan = (names: ReadonlyMap<string, string>) => ({ status: () => ({ active: true, parked: names }) });
    const count = async () => {
      countParked(metrics, { projection: scan(parked), process: scan(new Map([['due-posts', 'x']])) });
      return (await metrics.parked.get()).values.map(({ labels, value }) => [labels.kind, labels.name, value]);
    };
    expect(await count()).to.deep.equal([
      ['projection', 'posts', 1],
      ['process', 'due-posts', 1],
    ]);
    parked.clear();
    expect(await count()).to.deep.equal([['process', 'due-posts', 1]]);
    countParked(metrics, { projection: undefined, process: undefined });
    expect((await metrics.parked.get()).values).to.deep.equal([]);
  });
});
