import { runGroups } from './run-groups.ts';

const kills = ['test/service/kill*.test.ts', 'test/service/races.test.ts', 'test/service/stores-away.test.ts'];

/** Every test that needs no browser, the longest group first. */
const isGreen = await runGroups(
  [
    { name: 'the service', files: ['test/service/**/*.test.ts', ...kills.flatMap((file) => ['--ignore', file])] },
    {
      name: 'the core',
      files: [
        'test/**/*.test.ts',
        ...['infra', 'service', 'cluster', 'live'].flatMap((room) => ['--ignore', `test/${room}/**`]),
      ],
    },
    { name: 'infra', files: ['test/infra/**/*.test.ts'] },
    { name: 'the service under faults', files: kills },
    { name: 'live workspaces', files: ['test/live/**/*.test.ts'], isBeside: true },
    { name: 'clusters', files: ['test/cluster/**/*.test.ts'] },
  ],
  process.argv.slice(2),
);
process.exitCode = isGreen ? 0 : 1;
