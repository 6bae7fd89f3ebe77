import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNodeChild } from '@social-publishing/child-process';

type Accepted = Readonly<{ accepted: readonly number[]; passedOn: number }>;

/** Platforms that only count, in a process of their own (`platform-stub.ts`). */
export type PlatformStub = Readonly<{
  url: string;
  /** Passes on to this service what is no post. */
  aimAt(service: string): Promise<void>;
  /** When each post since the last call was accepted, and how many other requests were passed on. */
  accepted(): Promise<Accepted>;
  /** Waits until so many posts were accepted; fails where none comes any more. */
  until(wanted: number, patienceMs?: number): Promise<void>;
  stop(): Promise<unknown>;
}>;

export const startStub = async ({ takesMs = 0 } = {}): Promise<PlatformStub> => {
  const child = await startNodeChild<{ ready: true; port: number }>({
    name: 'platforms',
    script: path.join(import.meta.dirname, 'platform-stub.ts'),
    args: [String(takesMs)],
  });
  const url = `http://127.0.0.1:${child.ready.port}`;
  const get = async <Body>(from: string): Promise<Body> => (await (await fetch(`${url}${from}`)).json()) as Body;
  return {
    url,
    aimAt: async (service) => {
      await (await fetch(`${url}/bench/target`, { method: 'PUT', body: service })).text();
    },
    accepted: () => get<Accepted>('/bench/accepted'),
    until: async (wanted, patienceMs = 60_000) => {
      let [held, movedAt] = [-1, performance.now()];
      while (held < wanted) {
        const { count } = await get<{ count: number }>('/bench/count');
        if (count !== held) [held, movedAt] = [count, performance.now()];
        else if (performance.now() - movedAt > patienceMs) throw new Error(`${count} of ${wanted} posts were accepted`);
        await pause(100);
      }
    },
    stop: () => child.stop(),
  };
};
