import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { Client } from '../support/service-client.ts';
import type { ServiceProcess } from '../support/service-process.ts';

/** When an account's platform had accepted a post: milliseconds on the clock of test mode. */
export type Accepted = Readonly<{ platform: Platform; at: number }>;

/**
 * What the simulated platforms have accepted, read where they keep it: asking them by their listings would take a good part of what is
 * being measured.
 */
export const openAccepted = async ({ dataDir }: ServiceProcess) => {
  const stores = JSON.parse(readFileSync(path.join(dataDir, 'stores.json'), 'utf8')) as { databaseUrl: string };
  const client = new pg.Client({ connectionString: stores.databaseUrl });
  await client.connect();
  const made = `from sandbox_object where direction = 'made' and kind in ('post', 'message') and parent_native_id is null
    and (value->>'createdAt')::timestamptz >= $1`;

  const count = async (since: Date, but: string): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count ${made} and platform <> $2`, [
      since,
      but,
    ]);
    return Number(rows[0]?.count ?? 0);
  };

  return {
    /** Waits until so many posts were accepted since then, those of one platform not counted; fails when none comes any more. */
    until: async (wanted: number, since: Date, but = '', patienceMs = 60_000): Promise<void> => {
      let [held, movedAt] = [-1, performance.now()];
      while (held < wanted) {
        const now = await count(since, but);
        if (now !== held) [held, movedAt] = [now, performance.now()];
        else if (performance.now() - movedAt > patienceMs) throw new Error(`${now} of ${wanted} posts were accepted`);
        await pause(500);
      }
    },
    /** All posts accepted since then. */
    since: async (since: Date): Promise<readonly Accepted[]> => {
      const { rows } = await client.query<{ platform: Platform; at: string }>(
        `select platform, extract(epoch from (value->>'createdAt')::timestamptz) * 1000 as at ${made}`,
        [since],
      );
      return rows.map(({ platform, at }) => ({ platform, at: Number(at) }));
    },
    close: () => client.end(),
  };
};

/** Brings the clock of test mode to less than a second before a moment, from where it runs by itself: what is late then is late by nothing else. */
export const untilAlmost = async (demo: Client, due: Date): Promise<void> => {
  const left = due.getTime() - (await demo.now()).getTime();
  if (left < 1_000) throw new Error('the posts were due before all of them were stored');
  await demo.advance(Math.floor(left / 1000));
};

export type AcceptedPosts = Awaited<ReturnType<typeof openAccepted>>;
