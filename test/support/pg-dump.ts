import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The `pg_dump` of this machine: PG_DUMP, or the one on the path. */
const program = process.env['PG_DUMP'] ?? 'pg_dump';

/** Whether there is a `pg_dump` that can read the embedded Postgres: it must be of its version or a later one. */
export const canDump = async (): Promise<boolean> => {
  try {
    const { stdout } = await run(program, ['--version']);
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0) >= 18;
  } catch {
    return false;
  }
};

/** Moves everything in one database into another, as docs/eventstoredb.md says. */
export const dumpInto = async (from: string, to: string, file: string): Promise<void> => {
  const restore = program.replace(/pg_dump$/, 'pg_restore');
  await run(program, ['--format', 'custom', '--no-owner', '--no-privileges', '--file', file, from]);
  await run(restore, ['--exit-on-error', '--single-transaction', '--no-owner', '--dbname', to, file]);
};
