import { runGroups, type Group } from './run-groups.ts';

const kills = ['test/service/kill*.test.ts', 'test/service/races.test.ts', 'test/service/stores-away.test.ts'];
const simulation = 'test/simulation/simulation.test.ts';
const edge = 'test/infra/edge/**/*.test.ts';
const outside = 'test/infra/outside/**/*.test.ts';
/** Their tests are in other groups. */
const rooms = ['infra', 'service', 'cluster', 'live'];
const other = (patterns: readonly string[]): readonly string[] => patterns.flatMap((files) => ['--ignore', files]);

/** The simulation alone keeps every core busy. `SIMULATION=apart` leaves it to `npm run test:simulation`. */
const computing: readonly Group[] =
  process.env['SIMULATION'] === 'apart' ? [] : [{ name: 'the simulation', files: [simulation] }];

/** Every test that needs no browser, the longest group first. */
const isGreen = await runGroups(
  [
    {
      name: 'the core',
      files: ['test/**/*.test.ts', ...other([...rooms.map((room) => `test/${room}/**`), simulation])],
    },
    { name: 'the service', files: ['test/service/**/*.test.ts', ...other(kills)] },
    { name: 'infra', files: ['test/infra/**/*.test.ts', ...other([edge, outside])] },
    { name: 'the edge', files: [edge] },
    { name: 'the platforms, and what else is outside', files: [outside] },
    { name: 'clusters', files: ['test/cluster/**/*.test.ts'] },
    { name: 'the service under faults', files: kills },
    { name: 'live workspaces', files: ['test/live/**/*.test.ts'], isBeside: true },
    ...computing,
  ],
  // A group uses two thirds of a core.
  { args: process.argv.slice(2), atOnce: 3 },
);
process.exitCode = isGreen ? 0 : 1;
