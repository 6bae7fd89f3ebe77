import { Cluster } from '../cluster/cluster.ts';
import { startStub } from './dispatch/stubbed-platforms.ts';
import { ofAllParts } from './processor-time.ts';
import { rateOfApiNodes } from './scale/api-nodes.ts';
import { rateByNodes, shareOfLinear, type OfNodes } from './scale/processes-nodes.ts';
import { rateByProjectors } from './scale/projectors.ts';

/**
 * Milliseconds of a call to a platform. A node waits for 48 calls of a platform at once, so with slow platforms the waiting limits a node
 * and with fast ones the processor does. Where nodes share the cores of one machine, only the first can grow with the nodes.
 */
const callsMs = [Number(process.env['BENCH_ANSWER_MS'] ?? 2_000), 100];

/** What a second node adds: nodes that publish, API nodes, and projectors, on one machine. */
export default async function run(): Promise<void> {
  const ratios: Record<string, number> = {};
  const figures: Record<string, unknown> = {};
  for (const takesMs of callsMs) {
    const stub = await startStub({ takesMs });
    const cluster = await Cluster.open(undefined, { processes: 4, settings: { SANDBOX_URL: stub.url } });
    try {
      for (const name of ['api-1', 'projector-1']) await cluster.node(name).start();
      cluster.takeOut(cluster.node('api-2'), true);
      const rates = await rateByNodes(cluster, stub);
      const title = `destinations/s, calls of ${takesMs} ms`;
      const byNodes = <Of>(of: (nodes: OfNodes) => Of) =>
        Object.fromEntries([...rates].map(([count, nodes]) => [`${count} nodes`, of(nodes)]));
      const used = ({ processorMicroseconds }: OfNodes): number => Math.round(ofAllParts(processorMicroseconds));
      console.table({ [title]: byNodes(({ perSecond }) => perSecond), 'microseconds of each': byNodes(used) });
      figures[title] = Object.fromEntries(rates);
      for (const [count, share] of Object.entries(shareOfLinear(rates)))
        ratios[`${count} nodes, ${takesMs} ms`] = share;
      if (takesMs !== callsMs[0]) continue;

      await cluster.node('api-2').start();
      const api = await rateOfApiNodes(cluster);
      for (const node of cluster.nodes) await node.end('SIGTERM');
      const projectors = await rateByProjectors(cluster.env['EVENTSTORE_URL'] ?? '', cluster.databaseUrl);
      console.table({
        'posts/s of API nodes': api,
        'events/s of projectors': projectors,
      });
      Object.assign(figures, { api, projectors });
      ratios['two API nodes'] = Number((api.two / api.one).toFixed(3));
      ratios['two projectors'] = Number((projectors.two / projectors.one).toFixed(3));
    } finally {
      await cluster.close();
      await stub.stop();
    }
  }
  console.log(JSON.stringify({ bench: 'scale', ratios, figures }));
}
