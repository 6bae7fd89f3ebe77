import type { Cluster } from '../../cluster/cluster.ts';
import { load, manyWorkspaces } from '../many-workspaces.ts';

const requests = Number(process.env['BENCH_REQUESTS'] ?? 2_000);
const atOnce = 64;
const rounds = 3;

/** Posts a second that one and two API nodes take, in turns; the median of the rounds. */
export const rateOfApiNodes = async (cluster: Cluster): Promise<Readonly<{ one: number; two: number }>> => {
  const clients = await manyWorkspaces(await cluster.demo(), Math.min(atOnce, requests), ['TWITTER']);
  const nodes = cluster.of('api').map(({ origin }) => `${origin}/v1`);
  const send = async (index: number, origins: readonly string[]): Promise<void> => {
    const client = clients[index % clients.length];
    const origin = origins[index % origins.length];
    if (!client || origin === undefined) throw new Error('no client');
    const answer = await fetch(`${origin}/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.connection.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `post ${index}`, accountIds: client.accounts(['TWITTER']) }),
    });
    const body = await answer.text();
    if (answer.status !== 201) throw new Error(`${answer.status} ${body}`);
  };
  const rateOf = async (origins: readonly string[]): Promise<number> => {
    const { total } = await load(requests, atOnce, (index) => send(index, origins));
    return (requests / total) * 1000;
  };
  const medianOf = (rates: readonly number[]): number =>
    Math.round(rates.toSorted((one, other) => one - other)[rates.length >> 1] ?? 0);
  // The first requests compile the code of both nodes.
  await rateOf(nodes);
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(await rateOf(nodes.slice(0, 1)));
    two.push(await rateOf(nodes));
  }
  return { one: medianOf(one), two: medianOf(two) };
};
