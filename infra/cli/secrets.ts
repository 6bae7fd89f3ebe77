import { allMigrations } from '../composition/all-migrations.ts';
import { configFrom, type Config } from '../composition/config.ts';
import { startEmbeddedPostgres } from '../composition/embedded-stores.ts';
import { withSecretFiles } from '../composition/secret-files.ts';
import { runCommand, UsageError } from './operator.ts';
import { openDatabase } from '../stores/postgres/database.ts';
import { migrate } from '../stores/postgres/migrations.ts';
import { Keyring, renewKeyInFolder, retireKeysInFolder } from '../stores/secrets/keyring.ts';
import { SubjectKeys } from '../stores/secrets/subject-keys.ts';
import { Vault } from '../stores/secrets/vault.ts';

const usage = `npm run secrets -- rotate

Wraps every secret again, with the current master key.

With SECRETS_KEYS the current key is the first of the list. Start the service with both keys, the new one first, run
this command, and take the old key out a day later: secrets that live for a day at most are not wrapped again.
Without SECRETS_KEYS the command makes a new key in DATA_DIR. Stop the service first.`;

/** The database of the configuration, and how to leave it. */
const openFor = async (config: Config) => {
  const embedded = config.databaseUrl === undefined;
  const postgres = embedded ? await startEmbeddedPostgres(config) : undefined;
  const database = openDatabase({
    url: config.databaseUrl ?? postgres?.url ?? '',
    applicationName: 'secrets',
    connections: 2,
  });
  const close = async (): Promise<void> => {
    await database.close();
    await postgres?.stop();
  };
  return { database, close };
};

const rotate = async (config: Config): Promise<void> => {
  const { database, close } = await openFor(config);
  try {
    await migrate(database.kysely, allMigrations);
    // The database is checked first, because a key made here would be unknown to the service that
    // runs on this folder.
    const keyring =
      config.secretsKeys.length > 0
        ? new Keyring(config.secretsKeys.map(({ id, key }) => [id, key]))
        : await renewKeyInFolder(config.dataDir);
    const secrets = await new Vault(database, keyring).rotate();
    const people = await new SubjectKeys(database, keyring).rotate();
    if (config.secretsKeys.length === 0) await retireKeysInFolder(config.dataDir);
    console.log(`Wrapped again with master key ${keyring.currentId}: ${secrets} secrets, ${people} keys of people.`);
  } finally {
    await close();
  }
};

await runCommand(usage, async ([command = '', ...others]) => {
  if (command !== 'rotate' || others.length > 0)
    throw new UsageError(command === '' ? 'no command' : `not understood: ${[command, ...others].join(' ')}`);
  await rotate(configFrom(withSecretFiles(process.env)));
});
