import type { Platform } from '../../domain/platforms/platform.ts';
import type { Client } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { openAccepted, type AcceptedPosts } from './accepted.ts';
import { createAll, manyWorkspaces } from './many-workspaces.ts';
import { patiently } from './patiently.ts';

const platform: Platform = 'MASTODON';
/** Workspaces whose posts wait twenty seconds each for their platform, with enough of them to fill half a lane each. */
const slowWorkspaces = Number(process.env['BENCH_SLOW'] ?? 2);
const slowPosts = 25;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

/** From the request to publish until the platform has accepted the post, in milliseconds. */
const publishOne = async (client: Client, accepted: AcceptedPosts, name: string): Promise<number> => {
  const body = { content: name, accountIds: client.accounts([platform]) };
  const { id } = await client.expect<{ id: string }>(201, 'POST', '/posts', body);
  const before = (await accepted.since(new Date(0))).length;
  const asked = performance.now();
  await client.expect(200, 'POST', `/posts/${id}/publish?sync=true&timeout=120`);
  const took = performance.now() - asked;
  if ((await accepted.since(new Date(0))).length <= before) throw new Error(`${name} was not accepted`);
  return Math.round(took);
};

/** Publishes so many posts of a workspace at once, each behind a slow call. */
const fill = async (client: Client, name: string): Promise<void> => {
  await client.fault(platform, 'slow', slowPosts);
  const posts = Array.from({ length: slowPosts }, (_, number) => ({
    content: `${name} ${number}`,
    accountIds: client.accounts([platform]),
  }));
  for (const postId of await createAll(client, posts)) await patiently(client, 200, 'POST', `/posts/${postId}/publish`);
};

/** How long a post of one workspace takes while others fill the lane of its platform with slow posts. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const accepted = await openAccepted(service);
    const [prompt, ...slow] = await manyWorkspaces(service.demo, slowWorkspaces + 1, [platform]);
    if (!prompt) throw new Error('no workspace');
    const table: Record<string, object> = {};
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round++) {
      alone.push(await publishOne(prompt, accepted, `alone ${round}`));
      // One after the other, so that the first has the lane for itself before the second comes.
      for (const [index, client] of slow.entries()) await fill(client, `slow ${round} ${index}`);
      beside.push(await publishOne(prompt, accepted, `beside ${round}`));
      table[`round ${round}`] = { 'alone, ms': alone.at(-1), [`beside ${slow.length} slow, ms`]: beside.at(-1) };
      const ended = Date.now() + 180_000;
      for (const client of slow)
        while ((await client.posts()).some(({ status }) => status === 'publishing'))
          if (Date.now() > ended) throw new Error('the slow posts do not end');
          else await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await accepted.close();
    console.table(table);
    const middle = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[rounds >> 1] ?? 0;
    const ratios = { besideSlow: Number((middle(beside) / middle(alone)).toFixed(3)) };
    console.log(JSON.stringify({ bench: 'dispatch-fairness', ratios, figures: { alone, beside } }));
  } finally {
    await service.dispose();
  }
}
