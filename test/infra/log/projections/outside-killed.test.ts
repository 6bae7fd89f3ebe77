import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launched } from '@social-publishing/child-process';
import { sql } from 'kysely';
import { PostScheduled } from '../../../../domain/posts/post-events.ts';
import { readCheckpoints, type Checkpoint } from '../../../../projections/kernel/checkpoint.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

const project = path.resolve(import.meta.dirname, '../../../..');

/** Counts, so that an event folded twice or never shows in the rows; it imports nothing of this service. */
const outside = `
export default {
  name: 'times_scheduled',
  version: 1,
  description: 'How often was each post scheduled, and in which order?',
  table: { key: 'id', columns: { id: 'text', times: 'integer', last: 'text' } },
  on: {
    PostScheduled: {
      keys: ({ stream }) => stream,
      fold: (row, { data }, id) => ({ id, times: (row?.times ?? 0) + 1, last: (row?.last ?? '').slice(-100) + data.scheduledFor.slice(20, 23) }),
    },
  },
};`;

const streams = 24;
const eachStream = 400;
const total = streams * eachStream;

const meta = {
  ...({ workspaceId: 'w', mode: 'test', actor: { kind: 'system', id: 'test' } } as const),
  $correlationId: 'c',
  $causationId: 'c',
  occurredAt: '2026-01-01T00:00:00.000Z',
};
const scheduled = () =>
  Array.from({ length: eachStream }, (_, at) => ({
    ...PostScheduled({ scheduledFor: new Date(Date.UTC(2027, 0, 1) + at).toISOString() }),
    id: randomUUID(),
    meta,
  }));

describe('a projection from outside whose building is killed', function () {
  this.timeout(240_000);
  const log = useEventStore();
  const database = useDatabase();
  const running: ChildProcess[] = [];
  let folder: string;

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'outside-'));
    writeFileSync(path.join(folder, 'times.mjs'), outside);
    for (let nth = 0; nth < streams; nth++) await log().store.append(`post-${freshId()}`, 'none', scheduled());
  });
  after(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (...args: string[]): ChildProcess => {
    const child = spawn(process.execPath, [...launched('infra/cli/projections.ts'), ...args], {
      cwd: project,
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        PROJECTIONS: path.join(folder, 'times.mjs'),
        DATABASE_URL: database().url,
        EVENTSTORE_URL: log().connectionString,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    return child;
  };
  const finished = async (child: ChildProcess): Promise<void> => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
    await once(child, 'close');
    expect(child.exitCode, said).to.equal(0);
  };
  const checkpoint = async (generation: number): Promise<Checkpoint | undefined> =>
    (await readCheckpoints(database().kysely)).get(`times_scheduled#${generation}`);
  const rows = async (generation: number): Promise<readonly unknown[]> => {
    const table = sql.id(`times_scheduled_g${generation}`);
    return (await sql`select * from ${table} order by id`.execute(database().kysely)).rows;
  };

  it('continues where the kill left it, and has the rows of a fresh build', async () => {
    // The first build of all is what readers see from its first event on; the next one is shown when it is whole.
    await finished(start('rebuild', 'times_scheduled'));
    const killed = start('rebuild', 'times_scheduled', '--share', '0.001');
    await until('some of the log is in', async () => ((await checkpoint(2))?.events ?? 0) > 0, 120_000);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const left = (await checkpoint(2))?.events ?? 0;
    expect(left).to.be.greaterThan(0).and.below(total);

    await finished(start('rebuild', 'times_scheduled'));
    // The same build, which passed each event of the log once; not another one from the beginning.
    expect(await checkpoint(3)).to.equal(undefined);
    expect((await checkpoint(2))?.events).to.equal(total);

    await finished(start('rebuild', 'times_scheduled'));
    const [resumed, fresh] = [await rows(2), await rows(3)];
    expect(fresh).to.have.length(streams);
    expect(fresh[0]).to.deep.include({ times: eachStream });
    expect(resumed).to.deep.equal(fresh);
  });

  it('continues with all others at full speed, each writer from its position', async () => {
    for (let nth = 0; nth < 9 * streams; nth++) await log().store.append(`post-${freshId()}`, 'none', scheduled());
    const all = 10 * total;
    // The first builds of all are what readers see from their first event on.
    await finished(start('rebuild', '--all'));
    await finished(start('rebuild', '--all'));
    // Rows that are made by one event each, and rows of many events: what came twice or never would show in either.
    const models = ['times_scheduled', 'audit_logs', 'webhook_sources'] as const;
    const newest = async (model: string): Promise<string> => {
      const { rows } = await sql<{ generation: number }>`
        select max(generation) as generation from read_model where model = ${model}`.execute(database().kysely);
      return `${model}#${rows[0]?.generation}`;
    };
    const content = async (build: string): Promise<unknown> => {
      const { rows } = await sql`
        select count(*)::text as rows, md5(string_agg(entry::text, ' ' order by entry::text)) as content
        from ${sql.id(build.replace('#', '_g'))} as entry`.execute(database().kysely);
      return rows[0];
    };
    const positionOf = async (build: string): Promise<number> =>
      (await readCheckpoints(database().kysely)).get(build)?.events ?? 0;
    const fresh = await Promise.all(models.map(async (model) => content(await newest(model))));
    const before = await Promise.all(models.map(newest));

    const killed = start('rebuild', '--all');
    const unfinished = models.map((_, at) => `${before[at]?.replace(/\d+$/, (n) => String(Number(n) + 1))}`);
    await until('some of the log is in', async () => (await positionOf(unfinished[1] ?? '')) > total, 120_000);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const left = await Promise.all(unfinished.map(positionOf));
    expect(Math.min(...left)).to.be.below(all);

    await finished(start('rebuild', '--all'));
    expect(await Promise.all(models.map(newest)), 'the same builds').to.deep.equal(unfinished);
    expect(await Promise.all(unfinished.map(positionOf))).to.deep.equal(models.map(() => all));
    expect(await Promise.all(unfinished.map(content))).to.deep.equal(fresh);
  });
});
