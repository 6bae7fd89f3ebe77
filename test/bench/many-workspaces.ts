import { Client, type ConnectionFile } from '../support/service-client.ts';

/** Test workspaces with one account on each of some platforms: enough of them that no rate limit or posting ceiling is met. */
export const manyWorkspaces = async (demo: Client, count: number, platforms: readonly string[]): Promise<Client[]> => {
  const clients: Client[] = [];
  while (clients.length < count) {
    const made = await demo.call<ConnectionFile>('POST', '/sandbox/workspaces', { connectAll: false });
    if (made.status !== 201) throw new Error(`no workspace: ${made.status} ${JSON.stringify(made.body)}`);
    const bare = new Client(made.body);
    const accounts: Record<string, string> = {};
    for (const platform of platforms) {
      const account = await bare.call<{ id: string }>('POST', '/sandbox/accounts', { platform });
      accounts[platform] = account.body.id;
    }
    clients.push(new Client({ ...made.body, accounts }));
  }
  return clients;
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
