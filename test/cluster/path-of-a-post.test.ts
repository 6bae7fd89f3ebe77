import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { configFrom } from '../../infra/composition/config.ts';
import { startService } from '../../infra/composition/service.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import { opened } from '../support/opened.ts';
import { redisIsInstalled } from '../support/redis.ts';
import { Client, type ConnectionFile } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import { Cluster } from './cluster.ts';

/**
 * What a reader follows may only become shorter: 105 today, and one more where a timer fires amid every post. Files of the
 * packages in `infra/products` are not among them: none of these runs in an API node.
 *
 * - `commands` 18: kernel 11, posts 6, approvals 1
 * - `domain` 38: kernel 13, posts 10, content 7, accounts, plans and workspaces 2 each, access and platforms 1 each
 * - `infra/edge` 18: http 14, access 4
 * - `infra/stores` 21: eventstoredb 12, secrets 4, event-store and postgres 2 each, clock 1
 * - `infra/composition` 3, `infra/adapters` 2, `infra/log` 1, `read-api` 4
 *
 * A way of 75 would put several concepts into one file, or leave out a check: each of these files holds one step of the request, one
 * rule that a post is held to, or one message on the wire. Some are apart for an import rule: `approval-gate.ts` serves processes too,
 * which reach no endpoint. Three kinds of files count that a reader of the way can pass by:
 *
 * - Four only give a value: the aggregates `account` and `workspace`, the rules of the platforms, the definitions of the events. The
 *   loader of the tests wraps each export in a function.
 * - Some hold a few lines that most of the code uses, as `defined`, `isRecord` and the parts of a stream's name. Under a common roof
 *   they would be a file without a subject.
 * - Three run beside the request: a projector's report that it has come further wakes what listens to Postgres.
 */
const most = 106;
const posts = 15;

const project = path.resolve(import.meta.dirname, '../..');

/** The files of the project, tests left out, whose functions ran since the last call. */
const watchedFiles = async () => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const ran = async (): Promise<readonly string[]> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .filter(({ url }) => url.startsWith('file://'))
      .map(({ url }) => path.relative(project, fileURLToPath(url.replace(/\?.*$/, ''))))
      .filter((file) => /^(domain|commands|projections|read-api|processes|infra)\//.test(file))
      .sort();
  };
  return { ran, end: () => session.disconnect() };
};

if (redisIsInstalled())
  describe('the way of a new post through an API node', function () {
    this.timeout(60_000);
    const current = opened(
      async () => {
        const cluster = await Cluster.open();
        await cluster.node('projector-1').start();
        const dataDir = mkdtempSync(path.join(os.tmpdir(), 'api-'));
        // In the place of the first API node, which does not run.
        const { origin, port } = new URL(cluster.node('api-1').origin);
        const env = { ...cluster.env, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
        // In this process, whose coverage is read.
        const service = await startService(configFrom(env, ['--role', 'api']), createLogger('fatal'));
        const file = path.join(dataDir, 'connection.json');
        await until('the demo workspace is there', () => existsSync(file));
        const connection = JSON.parse(readFileSync(file, 'utf8')) as ConnectionFile;
        const client = new Client({ ...connection, baseUrl: `${origin}/v1` });
        return { cluster, service, dataDir, client };
      },
      async ({ cluster, service, dataDir }) => {
        await service.stop();
        await cluster.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
      120_000,
    );

    it(`is at most ${most} files long, from its socket to its answer`, async () => {
      const { client } = current();
      const body = {
        accountIds: client.accounts(['TWITTER']),
        scheduledFor: new Date(Date.now() + 3_600_000).toISOString(),
      };
      // Without an idempotency key, whose record is a way of its own.
      const send = async (content: string): Promise<void> => {
        const { status } = await client.call('POST', '/posts', { ...body, content });
        expect(status).to.equal(201);
      };
      // The first post fills caches.
      await send('A post on its way');
      const watched = await watchedFiles();
      try {
        let files: readonly string[] | undefined;
        // What runs by the clock runs amid some posts only.
        for (let count = 0; count < posts; count += 1) {
          await watched.ran();
          await send(`Another one: ${count}`);
          const ran = new Set(await watched.ran());
          files = files?.filter((file) => ran.has(file)) ?? [...ran];
        }
        const rooms = new Map<string, number>();
        for (const file of files ?? []) {
          const room = path.dirname(file);
          rooms.set(room, (rooms.get(room) ?? 0) + 1);
        }
        console.log(`      ${files?.length} files: ${[...rooms].map((room) => room.join(' ')).join(', ')}`);
        expect(files).to.have.length.within(50, most);
      } finally {
        watched.end();
      }
    });
  });
