import { once } from 'node:events';
import { configFrom } from '../composition/config.ts';
import { startEmbeddedPostgres } from '../composition/embedded-stores.ts';
import { withSecretFiles } from '../composition/secret-files.ts';
import { stopSignals } from '../composition/stop-signals.ts';
import { print, readArguments, runCommand, UsageError } from './operator.ts';

const usage = `npm run postgres

Starts the embedded Postgres of DATA_DIR without the service, prints its address, and runs until it is interrupted.`;

await runCommand(usage, async (args) => {
  const { positionals } = readArguments(args, {});
  if (positionals.length > 0) throw new UsageError(`not understood: ${positionals.join(' ')}`);
  const ended = once(stopSignals(), 'abort');
  const postgres = await startEmbeddedPostgres(configFrom(withSecretFiles(process.env)));
  print(postgres.url);
  await ended;
  await postgres.stop();
});
