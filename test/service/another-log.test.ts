import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownPort } from '../support/own-port.ts';
import { configFrom } from '../../infra/composition/config.ts';
import { startService } from '../../infra/composition/service.ts';
import { AnotherLog } from '../../infra/stores/event-store/followed-log.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import { createCheckpoints, readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { useEventStore } from '../support/event-store.ts';
import { useDatabase } from '../support/postgres.ts';

describe('a node on an empty event store beside a Postgres that has followed a log', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const log = useEventStore();

  it('refuses to start, and writes no checkpoint', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'another-log-'));
    await createCheckpoints(['posts#1'], { commit: 40n, prepare: 40n }, database().kysely);
    const env = {
      PORT: String(await ownPort()),
      DATA_DIR: dataDir,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: database().url,
      EVENTSTORE_URL: log().connectionString,
    };
    const started = await startService(configFrom(env), createLogger('silent')).catch((error: unknown) => error);
    rmSync(dataDir, { recursive: true, force: true });
    expect(started).to.be.instanceOf(AnotherLog);
    expect([...(await readCheckpoints(database().kysely)).keys()]).to.deep.equal(['posts#1']);
  });
});
