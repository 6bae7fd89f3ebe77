import { startPostgres } from '../../../../infra/products/embedded-postgres/postgres.ts';

/**
 * A process that starts Postgres on the given folder, reports it in one line of JSON, and stays.
 */
// #region hold
const postgres = await startPostgres({ dir: process.argv[2] ?? '' });
console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url }));
// #endregion
process.stdin.resume();
process.stdin.on('end', () => void postgres.stop().then(() => process.exit(0)));
