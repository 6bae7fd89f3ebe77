/** The import table of docs/architecture.md as rules. test/architecture.test.ts runs them and proves that they bite. */
const only = (name, from, allowed) => ({ name, severity: 'error', from: { path: from }, to: { pathNot: allowed } });
const except = (name, from, target) => ({ name, severity: 'error', from: { pathNot: from }, to: { path: target } });

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      // Types included: two files that need each other's types are one concept, or lack a third.
      to: { circular: true },
    },
    only('domain-is-pure', '^domain/', '^(domain/|.*node_modules/(zod|twitter-text)/)'),
    only('domain-kernel-stands-alone', '^domain/kernel/', '^(domain/kernel/|.*node_modules/zod/)'),
    only(
      'commands-know-the-domain',
      '^commands/',
      '^(commands/|domain/|read-api/contract/|.*node_modules/zod/|crypto$)',
    ),
    only('projections-fold-events', '^projections/', '^(projections/|domain/|.*node_modules/(kysely|zod)/)'),
    only(
      'read-api-has-no-deciders',
      '^read-api/',
      '^(read-api/|projections/|domain/|commands/kernel/event-store\\.ts|.*node_modules/(kysely|zod)/)',
    ),
    only('contract-stands-alone', '^read-api/contract/', '^(read-api/contract/|domain/|.*node_modules/zod/)'),
    only('processes-know-ports', '^processes/', '^(processes/|domain/|commands/kernel/|.*node_modules/(zod|rxjs)/)'),
    except('nobody-imports-infra', '^(infra|test|bench)/', '^infra/'),
    except(
      'express-stays-at-the-edge',
      '^(infra/(http|sandbox|identity|console)/|test/)',
      '(^|/)node_modules/express/',
    ),
    except(
      'event-store-client-stays-in-its-adapter',
      '^(infra/(eventstoredb|embedded/event-store)/|test/)',
      '(^|/)node_modules/@eventstore/',
    ),
    {
      name: 'embedded-event-store-stands-alone',
      severity: 'error',
      from: { path: '^infra/products/event-store-node/' },
      to: { path: '^(domain|commands|projections|read-api|processes|infra/(?!embedded/event-store/))' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
