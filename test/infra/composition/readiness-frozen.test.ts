import { expect } from 'chai';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@social-publishing/embedded-postgres';
import { allMigrations } from '../../../infra/composition/all-migrations.ts';
import type { Infrastructure } from '../../../infra/composition/infrastructure.ts';
import { readinessOf } from '../../../infra/composition/readiness.ts';
import { openDatabase } from '../../../infra/stores/postgres/database.ts';
import { migrate } from '../../../infra/stores/postgres/migrations.ts';
import { copyCluster } from '../../support/cluster-template.ts';
import { freeze } from '../../support/frozen-processes.ts';

if (existsSync('/proc'))
  describe('readiness while Postgres is stopped', function () {
    this.timeout(120_000);
    const dir = mkdtempSync(path.join(tmpdir(), 'frozen-pg-'));
    let postgres: Awaited<ReturnType<typeof startPostgres>>;
    before(async () => {
      await copyCluster(dir);
      postgres = await startPostgres({ dir });
    });
    after(async () => {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    });

    for (const connected of [true, false])
      it(`is reported after one limit, ${connected ? 'over sessions that are open' : 'without a session'}`, async () => {
        const database = openDatabase({ url: postgres.url, applicationName: 'tests' });
        await migrate(database.kysely, allMigrations);
        if (!connected) await database.close();
        const used = connected ? database : openDatabase({ url: postgres.url, applicationName: 'tests' });
        const look = readinessOf(
          {
            database: used,
            eventStore: { reachable: async () => undefined },
            clocks: { aheadMs: 0 },
            config: { platformAddresses: {}, platformApps: {} },
          } as unknown as Infrastructure,
          {
            projector: undefined,
            processes: undefined,
            consumers: { states: () => [] },
            followedLog: { contradiction: () => undefined },
          },
        );
        const wake = freeze(postgres.pid ?? 0);
        try {
          const began = performance.now();
          const checks = await look();
          // One limit of 800 ms, not one after the other.
          expect(performance.now() - began).to.be.lessThan(1_600);
          const silent = 'no answer within 800 ms';
          expect(checks['postgres']).to.deep.equal({ ok: false, detail: silent });
          expect(checks['dueWork']).to.deep.equal({ ok: false, effect: 'degraded', detail: silent });
          expect(checks['eventStore']).to.deep.equal({ ok: true });
        } finally {
          wake();
        }
        await used.close();
      });
  });
