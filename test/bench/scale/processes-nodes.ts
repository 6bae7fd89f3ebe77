import { trio } from '../../support/service-client.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { dispatchAtOnce } from '../dispatch/due-posts.ts';
import type { PlatformStub } from '../dispatch/stubbed-platforms.ts';
import { manyWorkspaces } from '../many-workspaces.ts';

/** Posts for each node, so that every round takes about as long. */
const postsANode = Number(process.env['BENCH_POSTS'] ?? 400);
const counts = [1, 2, 4];
/** The posts of an earlier round are still young then: an hour later their comments would be due to be read. */
const soonSeconds = 60;

/** What so many nodes did together: destinations a second, and the microseconds of processor time of each destination by part. */
export type OfNodes = Readonly<{ perSecond: number; processorMicroseconds: Readonly<Record<string, number>> }>;

/** 1, 2 and 4 nodes that publish posts that are due in the same second. */
export const rateByNodes = async (cluster: Cluster, stub: PlatformStub): Promise<ReadonlyMap<number, OfNodes>> => {
  const demo = await cluster.demo();
  await stub.aimAt(demo.connection.baseUrl.replace('/v1', ''));
  const clients = await manyWorkspaces(demo, Math.min(40, postsANode), trio);
  const rates = new Map<number, OfNodes>();
  for (const count of counts) {
    for (const node of cluster.of('processes').slice(0, count)) if (!node.isRunning) await node.start();
    const { perSecond, processorMicroseconds } = await dispatchAtOnce(
      demo,
      clients,
      stub,
      postsANode * count,
      soonSeconds,
    );
    rates.set(count, { perSecond, processorMicroseconds });
  }
  for (const node of cluster.of('processes')) await node.end('SIGTERM');
  return rates;
};

/** The rate of each number of nodes, as a share of so many times the rate of one. */
export const shareOfLinear = (rates: ReadonlyMap<number, OfNodes>): Readonly<Record<string, number>> => {
  const one = rates.get(1)?.perSecond ?? 0;
  return Object.fromEntries(
    [...rates].flatMap(([count, { perSecond }]) =>
      count === 1 ? [] : [[`${count}`, Number((perSecond / (one * count)).toFixed(3))]],
    ),
  );
};
