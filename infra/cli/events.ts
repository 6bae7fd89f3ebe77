import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { incompatibleChanges } from '../../read-api/events/compatibility.ts';
import { catalogueFiles, currentCatalogue, releaseCatalogue, releasedCatalogue } from './catalogue-files.ts';
import { checkCopy, copyEvents } from './copy-events.ts';
import { eventStoreRights } from './event-store-rights.ts';
import { followCopy } from './follow-copy.ts';
import { exportEvents, exportOptions, exportWish } from './export-events.ts';
import { print, printJson, readArguments, Refusal, runCommand, UsageError, withInfrastructure } from './operator.ts';
import { progressBar } from './progress.ts';
import { isKeyOf } from '../../domain/kernel/keys-of.ts';

const usage = `npm run events [-- <command>]

  write     (also without a command) writes docs/events.md, docs/events.json and docs/sql-views.md from the code
  check     fails where those files are stale, or where the code breaks what was released
  release   writes docs/events.released.json: what readers may rely on from now on
  export    writes events to a file
    --out FILE
    --format ndjson | parquet    default ndjson
    --from TIME --to TIME        by when they occurred: from the one on, before the other
    --after POSITION             behind a position of the log: where an earlier export ended
    --types A,B                  only these event types
    --workspace ID               only of this workspace
    --personal drop | sealed     leaves personal data out (default), or keeps them sealed
    --json
  copy      copies an event store into another; run again, it continues an unfinished copy
    --from URL | embedded        the one to copy; embedded: that of DATA_DIR
    --to URL                     an empty one, or one that a copy to it began to fill
    --check                      copies nothing and compares the two event by event; exit code 1 where they differ
    --json
  rights    checks that the user of EVENTSTORE_URL may do what the service does; exit code 1 where not
    --admin URL                  an administrator's connection string: lets the user read $all first
  follow    lets the database of the service follow the copy; no process of the service may run
    --from URL | embedded        the store that the database follows now
    --to URL                     its copy
    --json

Moving to another event store: docs/eventstoredb.md`;

const nameOf = (file: URL): string => path.relative(process.cwd(), fileURLToPath(file));

const requireCompatible = async (): Promise<void> => {
  const found = incompatibleChanges(await releasedCatalogue(), await currentCatalogue());
  if (found.length > 0) throw new Refusal(`The change breaks released events:\n${found.join('\n')}`);
};

const write = async (): Promise<void> => {
  for (const [file, text] of await catalogueFiles()) {
    await writeFile(file, text);
    print(`wrote ${nameOf(file)}`);
  }
};

const check = async (): Promise<void> => {
  await requireCompatible();
  for (const [file, text] of await catalogueFiles())
    if ((await readFile(file, 'utf8').catch(() => '')) !== text)
      throw new Refusal(`${nameOf(file)} does not match the code: run npm run events.`);
  print('The catalogue matches the code, and is compatible with the released one.');
};

const release = async (): Promise<void> => {
  await requireCompatible();
  await releaseCatalogue();
  await write();
};

const toFile = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(args, {
    ...exportOptions,
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 1) throw new UsageError(`not understood: ${positionals.slice(1).join(' ')}`);
  const { json, ...given } = values;
  const wish = exportWish(given);
  const bar = progressBar(process.stderr);
  const done = await withInfrastructure(({ store }) =>
    exportEvents(wish, store.view({ as: 'lifted' }), json ? () => {} : bar.show),
  );
  if (json) return printJson(done);
  bar.end();
  print(
    `${done.events} events of ${done.passed} in ${done.file}, ${done.eventsPerSecond} events/s. ` +
      `Continue with --after ${done.position}.`,
  );
};

const follow = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 1) throw new UsageError(`not understood: ${positionals.slice(1).join(' ')}`);
  const { from, to, json } = values;
  await followCopy({ from, to, json });
};

const copy = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 1) throw new UsageError(`not understood: ${positionals.slice(1).join(' ')}`);
  const { check: compares, from, to, json } = values;
  await (compares ? checkCopy : copyEvents)({ from, to, json });
};

const rights = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(args, { admin: { type: 'string' } });
  if (positionals.length > 1) throw new UsageError(`not understood: ${positionals.slice(1).join(' ')}`);
  await eventStoreRights(values.admin);
};

const commands = { write, check, release } as const;

await runCommand(usage, async (args) => {
  if (args[0] === 'export') return toFile(args);
  if (args[0] === 'rights') return rights(args);
  if (args[0] === 'copy') return copy(args);
  if (args[0] === 'follow') return follow(args);
  const { positionals } = readArguments(args, {});
  const [command = 'write', ...rest] = positionals;
  if (!isKeyOf(commands, command)) throw new UsageError(`there is no command ${command}`);
  if (rest.length > 0) throw new UsageError(`not understood: ${rest.join(' ')}`);
  await commands[command]();
});
