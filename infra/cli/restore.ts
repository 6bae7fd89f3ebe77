import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { applyTombstones, type Reapplied } from '../adapters/erasure/apply-tombstones.ts';
import { forgetPersonBy } from '../adapters/users/forget-person.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { openStorage } from '../composition/storage.ts';
import { SubjectKeys } from '../stores/secrets/subject-keys.ts';
import { readTombstones, tombstonesIn } from '../stores/secrets/tombstone-file.ts';
import { print, printJson, readArguments, Refusal, runCommand, UsageError, withInfrastructure } from './operator.ts';

const usage = `npm run restore [-- --tombstones FILE …] [--json]

Ends a restore: erases again what was erased after the restored backup was made. Run it once the stores are restored,
before the service starts. FILE is the list of a node, DATA_DIR/tombstones.ndjson by default; name the list of every
node. It may be run again.`;

async function* tombstonesOf(files: readonly string[]) {
  for (const file of files) yield* readTombstones(file);
}

const restore = async (files: readonly string[], infrastructure: Infrastructure): Promise<Reapplied> => {
  const { database, keyring, vault, store } = infrastructure;
  const commands = new CommandHandler(store, { linger: () => setImmediate() });
  // The lists are read while they are applied: nothing is added to them.
  const subjectKeys = new SubjectKeys(database, keyring);
  const keepTombstone = async (): Promise<void> => undefined;
  const storage = await openStorage(infrastructure, { commands });
  try {
    const forgetPerson = forgetPersonBy({ commands, db: database.kysely, subjectKeys, keepTombstone, storage, vault });
    return await applyTombstones(tombstonesOf(files), {
      commands,
      subjectKeys,
      vault,
      storage,
      forgetPerson,
      now: () => new Date(),
    });
  } finally {
    storage.close?.();
  }
};

const counted = ({ again, already, unreadable }: Reapplied): string => {
  const { key, user, workspace, contact, account } = again;
  const lines = [
    `Erased again: ${user} people, ${workspace} workspaces, ${contact} contacts, ${account} connections of accounts, ${key} keys.`,
    `${already} tombstones found nothing that the restore had brought back.`,
  ];
  return (unreadable === 0 ? lines : [...lines, `${unreadable} lines are no tombstones.`]).join('\n');
};

await runCommand(usage, async (args) => {
  const { positionals, values } = readArguments(args, {
    tombstones: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UsageError(`not understood: ${positionals.join(' ')}`);
  const reapplied = await withInfrastructure((infrastructure) => {
    const files = values.tombstones ?? [tombstonesIn(infrastructure.config.dataDir)];
    const missing = files.filter((file) => !existsSync(file));
    if (missing.length > 0) throw new Refusal(`There is no list of tombstones at ${missing.join(', ')}`);
    return restore(files, infrastructure);
  });
  if (values.json) printJson(reapplied);
  else print(counted(reapplied));
});
