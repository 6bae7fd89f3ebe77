// This file is CommonJS, and the linter admits no `require`.
const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs');
const path = process.getBuiltinModule('node:path');

/** The import table of docs/architecture.md as rules. test/architecture.test.ts runs them and proves that each bites. */

/** Modules under `from` may import these places, their own among them, and nothing else. */
const only = (name, from, allowed) => ({ name, severity: 'error', from: { path: from }, to: { pathNot: allowed } });
/** Modules outside `from` may not import `target`. */
const except = (name, from, target) => ({ name, severity: 'error', from: { pathNot: from }, to: { path: target } });
/** Modules under `from` may not import `target`. */
const never = (name, from, target) => ({ name, severity: 'error', from: { path: from }, to: { path: target } });

/** The rooms of infra and which other rooms each may import. Everything outside infra is open to all of them. */
const rooms = {
  telemetry: [],
  products: [],
  stores: ['telemetry', 'products'],
  outside: ['telemetry', 'products'],
  log: ['telemetry', 'products', 'stores'],
  adapters: ['telemetry', 'products', 'stores', 'outside'],
  edge: ['telemetry', 'products', 'stores', 'outside/network'],
  'test-mode': ['telemetry', 'products', 'stores', 'outside', 'adapters', 'edge'],
  cli: ['telemetry', 'products', 'stores', 'outside', 'log', 'adapters', 'composition'],
};

const roomRules = Object.entries(rooms).map(([room, allowed]) =>
  never(
    `infra-${room}-stays-below`,
    `^infra/${room}/`,
    `^infra/(?!(${[room, ...allowed].map((each) => `${each}/`).join('|')}))`,
  ),
);

/** Where a package of the project is found by its name. */
const packages = '(^|/)node_modules/@social-publishing/';

/** The modules of the domain that declare a decider: those that name its type in code. */
const deciders = readdirSync(path.join(__dirname, 'domain'), { recursive: true })
  .map((file) => `domain/${file}`)
  .filter((file) => file.endsWith('.ts') && file !== 'domain/kernel/decider.ts')
  .filter((file) => readFileSync(path.join(__dirname, file), 'utf8').includes('Decider<'));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      // Cases of a contract and the contract's runner name each other.
      from: { pathNot: '^test/' },
      // Types included: two files that need each other's types are one concept, or lack a third.
      to: { circular: true },
    },
    only('domain-is-pure', '^domain/', '^(domain/|.*node_modules/(zod|twitter-text)/)'),
    only('domain-kernel-stands-alone', '^domain/kernel/', '^(domain/kernel/|.*node_modules/zod/)'),
    only('contract-knows-the-domain', '^read-api/contract/', '^(read-api/contract/|domain/|.*node_modules/zod/)'),
    only(
      'commands-know-the-domain',
      '^commands/',
      '^(commands/|domain/|read-api/contract/|.*node_modules/(zod|p-limit|lru-cache|uuid)/|crypto$)',
    ),
    only('projections-fold-events', '^projections/', '^(projections/|domain/|.*node_modules/(kysely|zod|p-limit)/)'),
    only('read-api-asks-read-models', '^read-api/', '^(read-api/|projections/|domain/|.*node_modules/(kysely|zod)/)'),
    never('read-api-decides-nothing', '^read-api/', `^(${deciders.join('|').replaceAll('.', '\\.')})$`),
    only(
      'commands-kernel-knows-no-capability',
      '^commands/kernel/',
      '^(commands/kernel/|domain/kernel/|read-api/contract/|.*node_modules/(zod|p-limit|lru-cache|uuid)/|crypto$)',
    ),
    only(
      'processes-know-ports',
      '^processes/',
      '^(processes/|domain/|commands/|read-api/contract/|.*node_modules/zod/)',
    ),
    {
      name: 'processes-reach-no-endpoint',
      comment: 'A process sends commands to aggregates. It shares rules with endpoints, and calls none.',
      severity: 'error',
      from: { path: '^processes/' },
      to: { path: '^commands/kernel/endpoint\\.ts$', reachable: true },
    },
    only(
      'processes-kernel-knows-the-workspace-only',
      '^processes/kernel/',
      '^(processes/kernel/|domain/(kernel/|events\\.ts|workspaces/workspace(-events)?\\.ts)|commands/kernel/|read-api/contract/|.*node_modules/zod/)',
    ),
    except('only-infra-imports-infra', '^(infra|test)/', '^infra/'),
    ...roomRules,
    never('edge-access-stays-below-http', '^infra/edge/(access|identity)/', '^infra/edge/(http|mcp|console)/'),
    {
      name: 'products-could-be-packages',
      severity: 'error',
      from: { path: '^infra/products/([^/]+)/' },
      // The sandbox simulates the platforms that the domain names: one list of fifteen.
      to: { path: '^(domain|commands|projections|read-api|processes)/', pathNot: '^domain/platforms/' },
    },
    {
      name: 'products-know-no-other-product',
      severity: 'error',
      from: { path: '^infra/products/([^/]+)/' },
      // Each product that starts a program uses the one way to start it. The nodes for n8n verify webhooks as the client does.
      to: {
        path: `^infra/products/|${packages}`,
        pathNot: `^infra/products/$1/|${packages}(child-process|client)/`,
      },
    },
    // A product is imported by the name of its package, so what it exports is all that others know of it. The benches of the
    // event store measure its parts.
    never('products-have-a-face', '^(?!(infra|test/infra)/products/|test/bench/event-store-)', '^infra/products/'),
    {
      name: 'tests-of-a-product-know-its-inside-alone',
      severity: 'error',
      from: { path: '^test/infra/products/([^/]+)/' },
      to: { path: '^infra/products/', pathNot: '^infra/products/$1/' },
    },
    except('products-stay-in-infra', '^(infra/(?!telemetry/)|test/)', packages),
    except(
      'express-stays-at-the-edge',
      '^(infra/(edge|test-mode|products/platform-sandbox)/|test/)',
      '(^|/)node_modules/express/',
    ),
    except(
      'event-store-client-stays-in-its-adapter',
      '^(infra/(stores/eventstoredb|products/event-store-node)/|test/)',
      '(^|/)node_modules/@eventstore/',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What the packages of the clients are built to.
    exclude: { path: '^infra/products/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
