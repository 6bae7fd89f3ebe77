import path from 'node:path';
import { startPostgres } from '@social-publishing/embedded-postgres';
import { configFrom } from '../composition/config.ts';
import { withSecretFiles } from '../composition/secret-files.ts';
import { print, readArguments, runCommand, UsageError } from './operator.ts';

const usage = `npm run postgres

Starts the embedded Postgres of DATA_DIR without the service, prints its address, and runs until it is interrupted.`;

await runCommand(usage, async (args) => {
  const { positionals } = readArguments(args, {});
  if (positionals.length > 0) throw new UsageError(`not understood: ${positionals.join(' ')}`);
  const ended = new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  const { dataDir } = configFrom(withSecretFiles(process.env));
  const postgres = await startPostgres({ dir: path.join(dataDir, 'postgres') });
  print(postgres.url);
  await ended;
  await postgres.stop();
});
