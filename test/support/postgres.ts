import { allMigrations } from '../../infra/composition/all-migrations.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@social-publishing/embedded-postgres';
import pg from 'pg';
import { type Database, openDatabase } from '../../infra/stores/postgres/database.ts';
import { migrate } from '../../infra/stores/postgres/migrations.ts';
import { copyCluster } from './cluster-template.ts';
import { opened } from './opened.ts';

type Server = Readonly<{ url: string; stop(): Promise<void> }>;

let server: Promise<Server> | undefined;

const startServer = async (): Promise<Server> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const dir = mkdtempSync(path.join(os.tmpdir(), 'test-pg-'));
  await copyCluster(dir);
  const postgres = await startPostgres({ dir });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** The address of the one Postgres of this test run: TEST_DATABASE_URL, or an embedded one started at first use. */
export const testPostgres = async (): Promise<string> => (await (server ??= startServer())).url;

// At the top of a module this is a hook of the whole run: it stops what any file started.
after(async () => {
  await (await server)?.stop();
  server = undefined;
});

export interface TestDatabase extends Database {
  /** Connects to this file's schema: whatever is given this address sees only its own tables. */
  readonly url: string;
  readonly schema: string;
  /** Closes the pool and drops the schema. */
  drop(): Promise<void>;
}

const onServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: await testPostgres() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** A new, empty schema with its own pool; `migrated` also makes the service's own tables. */
export const openTestDatabase = async ({ migrated = true } = {}): Promise<TestDatabase> => {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create schema ${schema}`);
  const url = new URL(await testPostgres());
  url.searchParams.set('options', `-c search_path=${schema}`);
  const database = openDatabase({ url: url.href, applicationName: 'tests' });
  if (migrated) await migrate(database.kysely, allMigrations);
  return {
    ...database,
    url: url.href,
    schema,
    drop: async () => {
      await database.close();
      await onServer(`drop schema ${schema} cascade`);
    },
  };
};

/** A migrated database for the tests of one `describe`, opened before the first and dropped after the last. */
export const useDatabase = (options: { migrated?: boolean } = {}): (() => TestDatabase) =>
  opened(
    () => openTestDatabase(options),
    (database) => database.drop(),
  );
