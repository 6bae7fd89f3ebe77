import { beforeFirstEvent, createCheckpoints, readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { FollowedLog } from '../stores/event-store/followed-log.ts';
import { checkpointOf } from '../stores/postgres/process-checkpoints.ts';
import { knownProcesses, processesOverview, unparkProcess } from '../adapters/operations/processes.ts';
import {
  print,
  printJson,
  readArguments,
  Refusal,
  runCommand,
  table,
  UsageError,
  withInfrastructure,
} from './operator.ts';
import { isKeyOf } from '../../domain/kernel/keys-of.ts';

const usage = `npm run processes -- <command> [--json]

  list                                    the processes
  status                                  the position of each, its instances and what is parked; exit code 1 where something is parked
  start <name> --from now | beginning     sets where a new process begins in a log that has events
  unpark <name> [instance]                resumes it and folds its parked instances again, or the one instance

A process that begins at the beginning acts on every event of the log, and repeats its effects outside the service.`;

type Asked = Readonly<{ words: readonly string[]; json: boolean; from: string | undefined }>;

const named = (name: string | undefined): string => {
  const known = knownProcesses.find((one) => one.name === name);
  if (known) return known.name;
  const all = knownProcesses.map((one) => one.name).join(', ');
  throw new UsageError(name === undefined ? `which process? ${all}` : `no process is called ${name}: ${all}`);
};

const list = (json: boolean): void =>
  json
    ? printJson(knownProcesses)
    : print(
        table(
          ['process', 'says'],
          knownProcesses.map(({ name, says }) => [name, says]),
        ),
      );

const status = async (infrastructure: Infrastructure, { json }: Asked): Promise<void> => {
  const processes = await processesOverview(infrastructure);
  if (processes.some(({ parked, parkedInstances }) => parked !== null || parkedInstances.length > 0))
    process.exitCode = 1;
  if (json) return printJson(processes);
  const rows = processes.map((one) => [
    one.name,
    one.started ? (one.caughtUp ? 'yes' : 'no') : 'not started',
    String(one.instances),
    String(one.waiting),
    String(one.failing),
    one.parked ?? (one.parkedInstances.length > 0 ? `${one.parkedInstances.length} instances` : ''),
  ]);
  print(table(['process', 'caught up', 'instances', 'waiting', 'failing', 'parked'], rows));
  for (const { name, parkedInstances } of processes)
    for (const { instance, eventType, error } of parkedInstances)
      print(`${name} ${instance} stopped at ${eventType}: ${error}`);
};

const start = async ({ database, store }: Infrastructure, { words, from, json }: Asked): Promise<void> => {
  const name = named(words[1]);
  await new FollowedLog({ database, store }).check();
  const db = database.kysely;
  if ((await readCheckpoints(db)).has(checkpointOf(name))) throw new Refusal(`${name} has begun already.`);
  const position = from === 'now' ? ((await store.head()) ?? beforeFirstEvent) : beforeFirstEvent;
  await createCheckpoints([checkpointOf(name)], position, db);
  if (json) return printJson({ started: name, commit: position.commit.toString() });
  print(`${name} begins ${from === 'now' ? 'with what comes from now on' : 'at the beginning'}.`);
};

const unpark = async (infrastructure: Infrastructure, { words, json }: Asked): Promise<void> => {
  const { freed, still } = await unparkProcess(named(words[1]), words[2], infrastructure);
  if (still.length > 0) process.exitCode = 1;
  if (json) return printJson({ freed, still });
  if (freed.length + still.length === 0) throw new Refusal(`Nothing of ${words.slice(1).join(' ')} is parked.`);
  for (const one of freed) print(`${one} was resumed.`);
  for (const { name, error } of still) print(`${name} is still parked: ${error}`);
};

const commands = { status: [status, 1], start: [start, 2], unpark: [unpark, 3] } as const;

await runCommand(usage, async (args) => {
  const { values, positionals: words } = readArguments(args, {
    json: { type: 'boolean', default: false },
    from: { type: 'string' },
  });
  const [command = ''] = words;
  if (command === 'list' && words.length === 1) return list(values.json);
  if (!isKeyOf(commands, command)) throw new UsageError(command ? `there is no command ${command}` : 'which command?');
  const [run, maxWords] = commands[command];
  if (words.length > maxWords) throw new UsageError(`not understood: ${words.slice(maxWords).join(' ')}`);
  if (maxWords > 1) named(words[1]);
  if (command === 'start' && values.from !== 'now' && values.from !== 'beginning')
    throw new UsageError('start needs --from now or --from beginning');
  await withInfrastructure((infrastructure) => run(infrastructure, { words, json: values.json, from: values.from }));
});
