import { Client, type ConnectionFile } from '../support/service-client.ts';
import { patiently } from './patiently.ts';

/** Test workspaces with one account on each of some platforms: enough of them that no rate limit or posting ceiling is met. */
export const manyWorkspaces = async (demo: Client, count: number, platforms: readonly string[]): Promise<Client[]> => {
  const clients: Client[] = [];
  while (clients.length < count) {
    const made = await patiently<ConnectionFile>(demo, 201, 'POST', '/sandbox/workspaces', { connectAll: false });
    const bare = new Client(made);
    const accounts: Record<string, string> = {};
    for (const platform of platforms) {
      accounts[platform] = (await patiently<{ id: string }>(bare, 201, 'POST', '/sandbox/accounts', { platform })).id;
    }
    clients.push(new Client({ ...made, accounts }));
  }
  return clients;
};

type Made = Readonly<{ results: readonly Readonly<{ status: string; postId?: string }>[] }>;

/** Posts made by one request: their ids. Fails with the answer where one of them is refused. */
export const createAll = async (client: Client, posts: readonly object[]): Promise<readonly string[]> => {
  const { results } = await patiently<Made>(client, 200, 'POST', '/posts/bulk', { posts });
  return results.map((result) => {
    if (result.status !== 'created' || result.postId === undefined) throw new Error(JSON.stringify(result));
    return result.postId;
  });
};

/** A figure of a sorted list: 0.5 is the median. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Runs `task` so many times, so many at once; answers how long each took, sorted, and all together, in milliseconds. */
export const load = async (
  times: number,
  atOnce: number,
  task: (index: number) => Promise<void>,
): Promise<{ each: number[]; total: number }> => {
  const each: number[] = [];
  let next = 0;
  const began = performance.now();
  const one = async (): Promise<void> => {
    for (let index = next++; index < times; index = next++) {
      const start = performance.now();
      await task(index);
      each.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { each: each.sort((a, b) => a - b), total: performance.now() - began };
};
