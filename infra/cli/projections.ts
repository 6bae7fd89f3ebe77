import { announceParking, parkSubscriber } from '../../projections/kernel/checkpoint.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import {
  buildName,
  buildsToRun,
  dropBuild,
  listBuilds,
  resumeBuild,
  type Build,
} from '../../projections/kernel/read-models.ts';
import { everyProjection } from '../composition/every-projection.ts';
import { configFrom } from '../composition/config.ts';
import { withSecretFiles } from '../composition/secret-files.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { beginBuild, readModelsOverview, unparkReadModel } from '../adapters/operations/read-models.ts';
import { FollowedLog } from '../stores/event-store/followed-log.ts';
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
import { grantReaderCommand } from './grant-reader.ts';
import { newCommand } from './new-projection.ts';
import { playCommand } from './play.ts';
import { progressBar, type Progress } from './progress.ts';
import { untilLive } from './rebuild.ts';
import { isKeyOf } from '../../domain/kernel/keys-of.ts';

const usage = `npm run projections -- <command> [--json]

  list                        the read models and their builds
  status                      how far each build is and what is parked; exit code 1 where something is parked
  build <name>                begins a build beside the live one and leaves it to the running service
  rebuild <name> | --all      begins a build, or continues an unfinished one, and waits until readers see it
  switch <name> <generation>  brings another build up to date and shows it to readers
  drop <name> <generation>    deletes a build readers do not see
  park <name>                 stops a read model at its position
  unpark <name> [key]         resumes it and folds its parked keys again, or the one key
  new <name>                  writes a projection file and its spec
  play <file>                 prints the rows that a projection file makes of the log; writes nothing
  grant-reader                creates the views for analysts, and a role that may only read them

  --share <0..1>   build, rebuild, switch: the share of the time that catching up may use; default 1
  --generated <n>  play: of a made-up log of n events instead
  --role <name>    grant-reader: default analytics_reader`;

type Asked = Readonly<{
  words: readonly string[];
  json: boolean;
  all: boolean;
  share: number;
  role: string;
  generated: string | undefined;
}>;

const asked = (args: readonly string[]): Asked => {
  const { values, positionals } = readArguments(args, {
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    role: { type: 'string', default: 'analytics_reader' },
    generated: { type: 'string' },
  });
  const share = Number(values.share);
  if (!(share > 0 && share <= 1)) throw new UsageError('--share must be above 0 and at most 1');
  const { json, all, role, generated } = values;
  return { words: positionals, json, all, share, role, generated };
};

/** Every read model: built-in ones, and those PROJECTIONS names. */
let known: readonly Projection[] = [];

const named = (name: string | undefined): Projection => {
  const projection = known.find((one) => one.name === name);
  if (projection) return projection;
  const names = known.map((one) => one.name).join(', ');
  throw new UsageError(name === undefined ? 'which read model?' : `no read model is called ${name}: ${names}`);
};

const generationOf = (word: string | undefined): number => {
  if (word === undefined || !/^[1-9]\d{0,8}$/.test(word))
    throw new UsageError('which generation? a number from the list');
  return Number(word);
};

const expectWords = (words: readonly string[], maxWords: number): void => {
  if (words.length > maxWords) throw new UsageError(`not understood: ${words.slice(maxWords).join(' ')}`);
};

const overview = (infrastructure: Infrastructure) => readModelsOverview(infrastructure, known);

const list = async (infrastructure: Infrastructure, { json }: Asked): Promise<void> => {
  const models = await overview(infrastructure);
  if (json) return printJson(models);
  const rows = models.flatMap(({ name, says, builds }) =>
    builds.map((build) => [name, String(build.generation), String(build.version), build.status, says]),
  );
  print(table(['read model', 'generation', 'version', 'status', 'says'], rows));
};

const status = async (infrastructure: Infrastructure, { json }: Asked): Promise<void> => {
  const models = await overview(infrastructure);
  const builds = models.flatMap((model) => model.builds.map((build) => ({ name: model.name, ...build })));
  const running = builds.filter((build) => build.status !== 'retired');
  if (running.some(({ parked, parkedKeys }) => parked !== null || parkedKeys.length > 0)) process.exitCode = 1;
  if (json) return printJson(models);
  const rows = running.map((build) => [
    `${build.name}#${build.generation}`,
    build.status,
    build.caughtUp ? 'yes' : 'no',
    `${Math.round(build.share * 100)} %`,
    build.commit,
    String(build.events),
    build.parked ?? (build.parkedKeys.length > 0 ? `${build.parkedKeys.length} keys` : ''),
  ]);
  print(table(['build', 'status', 'caught up', 'share', 'position', 'events', 'parked'], rows));
  for (const { name, generation, parkedKeys } of running)
    for (const { key, eventType, error } of parkedKeys)
      print(`${name}#${generation} ${key} stopped at ${eventType}: ${error}`);
};

const watched = async (
  work: (show: (progress: Progress) => void) => Promise<void>,
  { json }: Readonly<{ json: boolean }>,
): Promise<void> => {
  const bar = progressBar(process.stderr);
  try {
    await work(json ? () => {} : bar.show);
  } finally {
    if (!json) bar.end();
  }
};

const rebuild = async (infrastructure: Infrastructure, { words, all, share, json }: Asked): Promise<void> => {
  expectWords(words, all ? 1 : 2);
  const projections = all ? known : [named(words[1])];
  await new FollowedLog(infrastructure).check();
  const builds: Build[] = [];
  for (const projection of projections) builds.push(await beginBuild(projection, share, infrastructure));
  const started = performance.now();
  await watched((show) => untilLive(builds, known, infrastructure, show), { json });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  if (json) return printJson({ live: builds.map(buildName), seconds });
  print(
    `Readers see ${builds.map(buildName).join(', ')} after ${seconds} s. The builds before stay until they are dropped.`,
  );
};

const build = async (infrastructure: Infrastructure, { words, share, json }: Asked): Promise<void> => {
  expectWords(words, 2);
  const begun = await beginBuild(named(words[1]), share, infrastructure);
  if (json) return printJson({ begun: buildName(begun) });
  print(`Begun: ${buildName(begun)}. The running service, or the next one, builds it and then shows it to readers.`);
};

const switchOver = async (infrastructure: Infrastructure, { words, share, json }: Asked): Promise<void> => {
  expectWords(words, 3);
  const projection = named(words[1]);
  const generation = generationOf(words[2]);
  const { database } = infrastructure;
  const chosen = (await listBuilds(database.kysely)).find(
    (one) => one.model === projection.name && one.generation === generation,
  );
  if (!chosen) throw new Refusal(`There is no ${projection.name}#${generation}.`);
  if (chosen.version !== projection.version)
    throw new Refusal(`${buildName(chosen)} is of version ${chosen.version}; this code keeps ${projection.version}.`);
  await new FollowedLog(infrastructure).check();
  await resumeBuild(chosen, database.kysely, { share });
  await watched((show) => untilLive([chosen], known, infrastructure, show), { json });
  if (json) return printJson({ live: [buildName(chosen)] });
  print(`Readers see ${buildName(chosen)}.`);
};

const drop = async ({ database }: Infrastructure, { words, json }: Asked): Promise<void> => {
  expectWords(words, 3);
  const build = { model: words[1] ?? '', generation: generationOf(words[2]) };
  const builds = await listBuilds(database.kysely);
  const found = builds.find(({ model, generation }) => model === build.model && generation === build.generation);
  if (!found) throw new Refusal(`There is no ${buildName(build)}.`);
  if (found.status === 'live') throw new Refusal(`${buildName(build)} is what readers see: switch to another first.`);
  await dropBuild(build, database.kysely);
  if (json) return printJson({ dropped: buildName(build) });
  print(`Dropped ${buildName(build)}.`);
};

/** The builds of a read model that follow the log. */
const running = async (projection: Projection, { database }: Infrastructure) => {
  const builds = buildsToRun([projection], await listBuilds(database.kysely));
  if (builds.length === 0) throw new Refusal(`${projection.name} has no build of this version.`);
  return builds;
};

const park = async (infrastructure: Infrastructure, { words, json }: Asked): Promise<void> => {
  expectWords(words, 2);
  const names = (await running(named(words[1]), infrastructure)).map(buildName);
  for (const name of names) {
    await parkSubscriber(name, 'parked by an operator', infrastructure.database.kysely);
    await announceParking(name, infrastructure.database.kysely);
  }
  if (json) return printJson({ parked: names });
  print(`Parked ${names.join(', ')}.`);
};

const unpark = async (infrastructure: Infrastructure, { words, json }: Asked): Promise<void> => {
  expectWords(words, 3);
  const projection = named(words[1]);
  await running(projection, infrastructure);
  const { freed, still } = await unparkReadModel(projection, words[2], infrastructure);
  if (still.length > 0) process.exitCode = 1;
  if (json) return printJson({ freed, still });
  if (freed.length + still.length === 0) throw new Refusal(`Nothing of ${words.slice(1).join(' ')} is parked.`);
  for (const name of freed) print(`${name} was resumed.`);
  for (const { name, error } of still) print(`${name} is still parked: ${error}`);
};

const grant = (infrastructure: Infrastructure, words: Asked): Promise<void> =>
  grantReaderCommand(infrastructure, known, words);

const commands = {
  list,
  status,
  build,
  rebuild,
  switch: switchOver,
  drop,
  park,
  unpark,
  'grant-reader': grant,
} as const;

/** Usages that concern no single read model. */
const ofAll = new Set(['list', 'status', 'grant-reader']);

await runCommand(usage, async (args) => {
  const words = asked(args);
  const [command = '', name] = words.words;
  if (command === 'new' || command === 'play') {
    expectWords(words.words, 2);
    return command === 'new' ? newCommand(name) : playCommand(name, words);
  }
  if (!isKeyOf(commands, command)) throw new UsageError(command ? `there is no command ${command}` : 'which command?');
  known = await everyProjection(configFrom(withSecretFiles(process.env)));
  if (ofAll.has(command)) expectWords(words.words, 1);
  else if (!words.all) named(words.words[1]);
  await withInfrastructure((infrastructure) => commands[command](infrastructure, words));
});
