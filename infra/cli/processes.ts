import { sql } from 'kysely';
import type { ProcessManager } from '../../processes/kernel/process-manager.ts';
import {
  announceParking,
  beginning,
  createCheckpoints,
  readCheckpoints,
  unparkSubscriber,
} from '../../projections/kernel/checkpoint.ts';
import { listParked } from '../../projections/kernel/parking.ts';
import type { Foundations } from '../composition/foundations.ts';
import { fanOutName, processManagers } from '../composition/process-managers.ts';
import { unparkInstance } from '../postgres/unpark-instance.ts';
import {
  print,
  printJson,
  readArguments,
  Refusal,
  runCommand,
  table,
  UsageError,
  withFoundations,
} from './operator.ts';

const usage = `npm run processes -- <command> [--json]

  list                                    the processes
  status                                  how far each is, its instances and what is parked; exit code 1 where something is
  start <name> --from now | beginning     gives a process that is new to a log with events its place to begin
  unpark <name> [instance]                lets it go on and folds its parked instances anew, or the one instance

A process that begins at the beginning acts on everything that ever happened, towards the outside world as well.`;

type Asked = Readonly<{ words: readonly string[]; json: boolean; from: string | undefined }>;

const known = [
  ...processManagers.map(({ name, says }) => ({ name, says })),
  { name: fanOutName, says: 'Owes each webhook endpoint what it subscribed to.' },
];

const subscriberOf = (name: string): string => `process/${name}`;

const named = (name: string | undefined): string => {
  if (known.some((one) => one.name === name)) return name as string;
  const all = known.map((one) => one.name).join(', ');
  throw new UsageError(name === undefined ? `which process? ${all}` : `no process is called ${name}: ${all}`);
};

type Counts = Readonly<{ process: string; instances: string; due: string; failing: string }>;

const overview = async ({ database, store }: Foundations) => {
  const db = database.kysely;
  const [checkpoints, parked, head] = [await readCheckpoints(db), await listParked(db), await store.head()];
  const { rows } = await sql<Counts>`
    select process, count(*) as instances, count(*) filter (where wake_at is not null) as due,
      count(*) filter (where failures > 0) as failing
    from process_instance group by process`.execute(db);
  return known.map(({ name, says }) => {
    const checkpoint = checkpoints.get(subscriberOf(name));
    const counts = rows.find(({ process }) => process === name);
    return {
      name,
      says,
      started: checkpoint !== undefined,
      commit: checkpoint?.position.commit.toString() ?? null,
      caughtUp: checkpoint !== undefined && (head === undefined || checkpoint.position.commit >= head.commit),
      parked: checkpoint?.parked ?? null,
      instances: Number(counts?.instances ?? 0),
      /** With something to do, now or later. */
      waiting: Number(counts?.due ?? 0),
      /** Whose last action failed and is tried again. */
      failing: Number(counts?.failing ?? 0),
      parkedInstances: parked
        .filter(({ subscriber }) => subscriber === subscriberOf(name))
        .map(({ key, stream, eventType, error, parkedAt }) => ({ instance: key, stream, eventType, error, parkedAt })),
    };
  });
};

const list = (json: boolean): void =>
  json
    ? printJson(known)
    : print(
        table(
          ['process', 'says'],
          known.map(({ name, says }) => [name, says]),
        ),
      );

const status = async (foundations: Foundations, { json }: Asked): Promise<void> => {
  const processes = await overview(foundations);
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

const start = async ({ database, store }: Foundations, { words, from, json }: Asked): Promise<void> => {
  const name = named(words[1]);
  const db = database.kysely;
  if ((await readCheckpoints(db)).has(subscriberOf(name))) throw new Refusal(`${name} has begun already.`);
  const position = from === 'now' ? ((await store.head()) ?? beginning) : beginning;
  await createCheckpoints([subscriberOf(name)], position, db);
  if (json) return printJson({ started: name, commit: position.commit.toString() });
  print(`${name} begins ${from === 'now' ? 'with what comes from now on' : 'at the beginning'}.`);
};

const unpark = async (foundations: Foundations, { words, json }: Asked): Promise<void> => {
  const { database, store } = foundations;
  const db = database.kysely;
  const name = named(words[1]);
  const wanted = words[2];
  const manager: ProcessManager | undefined = processManagers.find((one) => one.name === name);
  const parked = (await listParked(db)).filter(({ subscriber }) => subscriber === subscriberOf(name));
  const freed: string[] = [];
  const still: { instance: string; error: string }[] = [];
  for (const instance of wanted === undefined ? parked.map(({ key }) => key) : [wanted]) {
    if (!manager) break;
    const result = await unparkInstance(manager, instance, store, db);
    if (result.outcome === 'freed') freed.push(instance);
    if (result.outcome === 'parked') still.push({ instance, error: result.still.error });
  }
  if (wanted === undefined && (await unparkSubscriber(subscriberOf(name), db))) {
    await announceParking(subscriberOf(name), db);
    freed.push(name);
  }
  if (still.length > 0) process.exitCode = 1;
  if (json) return printJson({ freed, still });
  if (freed.length + still.length === 0) throw new Refusal(`Nothing of ${words.slice(1).join(' ')} is parked.`);
  for (const one of freed) print(`${one} goes on.`);
  for (const { instance, error } of still) print(`${instance} is still parked: ${error}`);
};

const commands = { status: [status, 1], start: [start, 2], unpark: [unpark, 3] } as const;

await runCommand(usage, async (args) => {
  const { values, positionals: words } = readArguments(args, {
    json: { type: 'boolean', default: false },
    from: { type: 'string' },
  });
  const [command = ''] = words;
  if (command === 'list' && words.length === 1) return list(values.json);
  if (!Object.hasOwn(commands, command))
    throw new UsageError(command ? `there is no command ${command}` : 'which command?');
  const [run, most] = commands[command as keyof typeof commands];
  if (words.length > most) throw new UsageError(`not understood: ${words.slice(most).join(' ')}`);
  if (most > 1) named(words[1]);
  if (command === 'start' && values.from !== 'now' && values.from !== 'beginning')
    throw new UsageError('start needs --from now or --from beginning');
  await withFoundations((foundations) => run(foundations, { words, json: values.json, from: values.from }));
});
