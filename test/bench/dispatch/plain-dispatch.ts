import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNodeChild } from '@social-publishing/child-process';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { PlatformStub } from './stubbed-platforms.ts';
import { cpuByPart, cpuSince } from '../processor-time.ts';

const paths = [
  '/sandbox/twitter/api.x.com/2/tweets',
  '/sandbox/mastodon/mastodon.social/api/v1/statuses',
  '/sandbox/bluesky/bsky.social/xrpc/com.atproto.repo.putRecord',
];

/** The same destinations by a plain worker: how many a second from the first to the last call, and its processor time for each. */
export const plainDispatch = async (databaseUrl: string, stub: PlatformStub, destinations: number) => {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    await runMigrations({ connectionString: databaseUrl });
    await db.query(`create table if not exists bench_destination (id bigserial primary key, path text, token text, text text,
      state text not null default 'due', native jsonb, at timestamptz)`);
    await db.query('truncate bench_destination');
    await db.query(
      `insert into bench_destination (path, token, text)
       select ($1::text[])[1 + n % 3], repeat('t', 40), 'due ' || n from generate_series(1, $2::int) as n`,
      [paths, destinations],
    );
    await db.query(`select graphile_worker.add_job('publish', json_build_object('id', id)) from bench_destination`);
    await stub.accepted();
    const before = cpuByPart();
    const began = Date.now();
    const worker = await startNodeChild<{ ready: true }>({
      name: 'plain',
      script: path.join(import.meta.dirname, 'plain-worker.ts'),
      args: [databaseUrl, stub.url, '48'],
    });
    try {
      await stub.until(destinations);
      for (;;) {
        const { rows } = await db.query<{ left: number }>(
          `select count(*)::int as left from bench_destination where state = 'due'`,
        );
        if (rows[0]?.left === 0) break;
        await pause(50);
      }
      const used = cpuSince(before, destinations);
      const { accepted } = await stub.accepted();
      const first = Math.min(...accepted);
      const perSecond = (accepted.length - 1) / ((Math.max(...accepted) - first) / 1000);
      return { perSecond: Math.round(perSecond), startedAfterMs: first - began, processorMicroseconds: used };
    } finally {
      await worker.stop();
    }
  } finally {
    await db.end();
  }
};
