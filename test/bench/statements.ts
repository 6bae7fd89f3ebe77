import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { ServiceProcess } from '../support/service-process.ts';

/** A session of the service's own Postgres. */
export const openPostgres = async ({ dataDir }: ServiceProcess): Promise<pg.Client> => {
  const stores = JSON.parse(readFileSync(path.join(dataDir, 'stores.json'), 'utf8')) as { databaseUrl: string };
  const client = new pg.Client({ connectionString: stores.databaseUrl });
  await client.connect();
  return client;
};

/** A service whose Postgres counts its statements and their time (pg_stat_statements). */
export const startCounted = async (env: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> => {
  const service = await ServiceProcess.start('node', env);
  const before = await openPostgres(service);
  await before.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await before.end();
  // The library is loaded by a start of Postgres only.
  await service.stop();
  await service.start();
  const after = await openPostgres(service);
  await after.query('create extension pg_stat_statements');
  await after.query('alter system set pg_stat_statements.track_planning = on');
  await after.query('select pg_reload_conf()');
  await after.end();
  return service;
};

export type Statements = Readonly<{ statements: number; rows: number; postgresMs: number }>;

/** Statements, the rows that they answered or changed, and the time that Postgres planned and ran them, in all and those of the simulated platforms. */
export const countedStatements = async (
  client: pg.Client,
): Promise<Readonly<Record<'all' | 'sandbox', Statements>>> => {
  const sums = async (condition: string): Promise<Statements> => {
    const { rows } = await client.query<Statements>(`
      select coalesce(sum(calls), 0)::float8 as statements, coalesce(sum(rows), 0)::float8 as rows,
        coalesce(sum(total_exec_time + total_plan_time), 0)::float8 as "postgresMs"
      from pg_stat_statements where toplevel and query not like '%pg_stat_statements%' and ${condition}`);
    return rows[0] ?? { statements: 0, rows: 0, postgresMs: 0 };
  };
  return { all: await sums('true'), sandbox: await sums(`query like '%sandbox\\_%'`) };
};

/** What was added since, for each of so many things. */
export const statementsSince = (before: Statements, after: Statements, count: number): Statements => ({
  statements: Number(((after.statements - before.statements) / count).toFixed(2)),
  rows: Number(((after.rows - before.rows) / count).toFixed(2)),
  postgresMs: Number(((after.postgresMs - before.postgresMs) / count).toFixed(3)),
});
