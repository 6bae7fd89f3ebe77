/** The import table of docs/architecture.md, as rules. `npm run imports` runs it; test/architecture.test.ts proves it bites. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, dependencyTypesNot: ['type-only-never'] },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('domain-is-pure', '^domain/', '^(domain/|node_modules/(zod|twitter-text)/)'),
    only('domain-kernel-stands-alone', '^domain/kernel/', '^(domain/kernel/|node_modules/zod/)'),
    only('commands-know-the-domain', '^commands/', '^(commands/|domain/|node_modules/zod/)'),
    only('projections-fold-events', '^projections/', '^(projections/|domain/|node_modules/(kysely|zod)/)'),
    {
      name: 'read-api-has-no-deciders',
      severity: 'error',
      from: { path: '^read-api/' },
      to: {
        pathNot:
          '^(read-api/|projections/|domain/|commands/kernel/(endpoint|caller)\\.ts|node_modules/(kysely|zod|zod-openapi)/)',
      },
    },
    only('processes-know-ports', '^processes/', '^(processes/|domain/|commands/kernel/|node_modules/(zod|rxjs)/)'),
    {
      name: 'nobody-imports-infra',
      severity: 'error',
      from: { pathNot: '^(infra|test|bench)/' },
      to: { path: '^infra/' },
    },
    {
      name: 'express-only-in-http',
      severity: 'error',
      from: { pathNot: '^(infra/(http|sandbox|identity|console|embedded)/|test/)' },
      to: { path: '^node_modules/express/' },
    },
    {
      name: 'event-store-client-only-in-its-adapter',
      severity: 'error',
      from: { pathNot: '^(infra/(eventstoredb|embedded/event-store)/|test/)' },
      to: { path: '^node_modules/@eventstore/' },
    },
    {
      name: 'embedded-event-store-stands-alone',
      severity: 'error',
      from: { path: '^infra/embedded/event-store/' },
      to: { pathNot: '^(infra/embedded/event-store/|node_modules/|[a-z_:]+(/promises)?$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
