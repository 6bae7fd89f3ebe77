import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../support/service-client.ts';
import { patiently } from '../patiently.ts';

/** The platforms that the load publishes to. */
export const platforms = ['TWITTER'] as const;

type Act = (client: Client, index: number) => Promise<void>;

const draft = async (client: Client, content: string): Promise<string> => {
  const accountIds = client.accounts(platforms);
  return (await patiently<Readonly<{ id: string }>>(client, 201, 'POST', '/posts', { accountIds, content })).id;
};

const publish: Act = async (client, index) => {
  const id = await draft(client, `now ${index}`);
  await patiently(client, 200, 'POST', `/posts/${id}/publish`);
};

/** What clients of a day do, each as often as it is listed. */
const acts: readonly Act[] = [
  publish,
  publish,
  async (client, index) => {
    const id = await draft(client, `draft ${index}`);
    await patiently(client, 200, 'PATCH', `/posts/${id}`, { content: `better ${index}` });
    await patiently(client, 200, 'GET', `/posts/${id}`);
    await patiently(client, 200, 'DELETE', `/posts/${id}`);
  },
  async (client) => void (await patiently(client, 200, 'GET', '/posts?limit=20')),
  async (client) => void (await patiently(client, 200, 'GET', '/accounts')),
  async (client) => void (await patiently(client, 200, 'GET', '/audit-logs?limit=20')),
];

/** Runs so many acts a second for so long, at even distances; answers how many there were. An act that is refused ends the bench. */
export const mixedLoad = async (
  clients: readonly Client[],
  { perSecond, milliseconds }: Readonly<{ perSecond: number; milliseconds: number }>,
): Promise<number> => {
  const began = performance.now();
  const running = new Set<Promise<void>>();
  let fault: { error: unknown } | undefined;
  let count = 0;
  while (performance.now() - began < milliseconds) {
    if (fault) throw fault.error;
    const client = clients[(count * 7) % clients.length];
    const act = acts[count % acts.length];
    if (!client || !act) throw new Error('no client');
    const done: Promise<void> = act(client, count)
      .catch((error: unknown) => void (fault ??= { error }))
      .finally(() => running.delete(done));
    running.add(done);
    count += 1;
    await pause(Math.max(0, began + (count * 1_000) / perSecond - performance.now()));
  }
  await Promise.all(running);
  if (fault) throw fault.error;
  return count;
};
