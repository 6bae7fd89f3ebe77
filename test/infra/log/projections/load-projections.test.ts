import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import { PostArchived, PostScheduled } from '../../../../domain/posts/post-events.ts';
import { allProjections } from '../../../../projections/all-projections.ts';
import { everyProjection } from '../../../../infra/composition/every-projection.ts';
import { runProjector } from '../../../../infra/log/subscriptions/projector.ts';
import { ConfigurationError, configFrom } from '../../../../infra/composition/config.ts';
import { createLogger } from '../../../../infra/telemetry/logger.ts';
import { openNotifications } from '../../../../infra/stores/postgres/listen.ts';
import { generatedLog } from '../../../../infra/log/projections/generated-log.ts';
import { loadProjections } from '../../../../infra/log/projections/load-projections.ts';
import { foldLog } from '../../../../infra/log/projections/fold-log.ts';
import { UnusableProjection } from '../../../../projections/authoring/guarded-projection.ts';
import type { Projection } from '../../../../projections/kernel/projection.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

/** What a team outside writes: it imports nothing of this service. */
const source = (name: string, fold: string): string => `
export default {
  name: '${name}',
  version: 1,
  description: 'How often was each post scheduled?',
  table: { key: 'id', columns: { id: 'text', times: 'integer' } },
  on: {
    PostScheduled: { keys: ({ stream }) => stream, fold: ${fold} },
    PostArchived: { keys: ({ stream }) => stream, fold: (row) => row },
  },
};`;
const counts = '(row, _event, id) => ({ id, times: (row?.times ?? 0) + 1 })';

describe('projections from outside this repository', () => {
  const log = useEventStore();
  const database = useDatabase();
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'projections-'));
    const file = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
    file('times.mjs', source('times_scheduled', counts));
    file('posts.mjs', source('posts', counts));
    file('broken.mjs', 'export default {');
    file('nothing.mjs', 'export const answer = 42;');
    file('failing.mjs', source('failing', "() => { throw new Error('on purpose'); }"));
    const own = path.join(folder, 'node_modules/our-questions');
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(own, 'package.json'), '{"name":"our-questions","type":"module","exports":"./index.js"}');
    writeFileSync(
      path.join(own, 'index.js'),
      `${source('first', counts).replace('export default', 'const one =')} export default [one, { ...one, name: 'second' }];`,
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  const load = (...names: string[]) => loadProjections(names, allProjections, folder);

  it('are loaded by path and by package name', async () => {
    const loaded = await load('./times.mjs', 'our-questions');
    expect(loaded.map(({ name }) => name)).to.deep.equal(['times_scheduled', 'first', 'second']);
    expect(await everyProjection(configFrom({}))).to.deep.equal(allProjections);
    const configured = await everyProjection(configFrom({ PROJECTIONS: ` ${path.join(folder, 'times.mjs')} ,` }));
    expect(configured.at(-1)?.name).to.equal('times_scheduled');
  });

  it('are refused in words where they cannot be run', async () => {
    const refused: readonly [string, string][] = [
      ['./missing.mjs', 'there is no projection file'],
      ['./broken.mjs', 'could not be loaded'],
      ['no-such-package-anywhere', 'could not be loaded'],
      ['./nothing.mjs', 'exports no projection'],
      ['./posts.mjs', 'there is a projection posts already'],
    ];
    for (const [name, message] of refused) {
      const error: unknown = await load(name).catch((fault: unknown) => fault);
      expect(error, name).to.be.instanceOf(UnusableProjection);
      expect((error as Error).message).to.include(message);
    }
    const twice: unknown = await load('./times.mjs', './times.mjs').catch((fault: unknown) => fault);
    expect((twice as Error).message).to.include('already');
    const configured = everyProjection(configFrom({ PROJECTIONS: './missing.mjs' }));
    expect(await configured.catch((fault: unknown) => fault)).to.be.instanceOf(ConfigurationError);
  });

  it('are built from all history and follow it, and a failing one delays no other', async () => {
    const stream = `post-${freshId()}`;
    const meta = {
      workspaceId: 'w',
      mode: 'test' as const,
      actor: { kind: 'system' as const, id: 'test' },
      $correlationId: 'c',
      $causationId: 'c',
      occurredAt: '2026-01-01T00:00:00.000Z',
    };
    const scheduled = () => ({
      ...PostScheduled({ scheduledFor: '2027-01-01T00:00:00.000Z' }),
      id: randomUUID(),
      meta,
    });
    await log().store.append(stream, 'none', [scheduled(), scheduled()]);
    const notifications = openNotifications(database().connection);
    const projections = await load('./failing.mjs', './times.mjs');
    const projector = await runProjector(
      { database: database(), notifications, store: log().store, log: createLogger('silent') },
      projections,
    );
    const times = async (): Promise<number | undefined> => {
      const { rows } = await sql<{ times: number }>`select times from times_scheduled where id = ${stream}`.execute(
        database().kysely,
      );
      return rows[0]?.times;
    };
    await until('history is counted', async () => (await times().catch(() => 0)) === 2);
    await log().store.append(stream, 1, [scheduled(), { ...PostArchived({}), id: randomUUID(), meta }]);
    await until('what follows is counted', async () => (await times()) === 3);
    const { rows } = await sql<{ error: string }>`select error from parked where key = ${stream}`.execute(
      database().kysely,
    );
    expect(rows).to.deep.equal([{ error: 'on purpose' }]);
    await projector.stop();
    await notifications.close();
  });

  it('run on a generated log, the same each time', async () => {
    const [times] = (await load('./times.mjs')) as [Projection];
    const [first, again] = [await foldLog(times, generatedLog(500)), await foldLog(times, generatedLog(500))];
    expect(first.rows.length).to.be.greaterThan(10);
    expect(again.rows).to.deep.equal(first.rows);
    expect((await foldLog(times, generatedLog(500, 2))).rows).to.not.deep.equal(first.rows);
    const [failing] = (await load('./failing.mjs')) as [Projection];
    const { rows, failed } = await foldLog(failing, generatedLog(500));
    expect([rows.length, failed.length]).to.deep.equal([0, first.rows.length]);
    expect(failed[0]).to.include({ type: 'PostScheduled', error: 'on purpose' });
  });
});
