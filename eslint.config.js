import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import { definedFields } from './test/check/defined-fields.js';
import { fewParameters } from './test/check/few-parameters.js';
import { noCutText } from './test/check/no-cut-text.js';

// Rules that ask for the types of every expression are in .oxlintrc.json: its program reads them in a tenth of the time.
// `npm run check` names the smallest part that has the files: its types are read in a fraction of the time of all.
const program = process.env.LINT_TYPES ? { project: process.env.LINT_TYPES } : { projectService: true };

/** What may hold a cut text. The rule asks for types, which takes long for each file that it looks at. */
const cutting = ['domain', 'commands', 'projections', 'read-api', 'processes', 'infra']
  .flatMap((room) =>
    readdirSync(path.join(import.meta.dirname, room), { recursive: true }).map((file) => path.posix.join(room, file)),
  )
  // Products import nothing of the domain. Their texts end in answers of the sandbox.
  .filter((file) => file.endsWith('.ts') && !/^infra\/products\/|\/node_modules\//.test(file))
  .filter((file) =>
    /\.(substr|substring|slice\(\s*0\s*,)/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  );

const plainLiterals = ['Object', 'Array'].map((kind) => ({
  selector: `${kind}Expression > SpreadElement > ${kind}Expression`,
  message: 'Write its parts where it is spread: a reader looks for the merge that is not there.',
}));

const timerPromise = {
  selector:
    "NewExpression[callee.name='Promise'] > ArrowFunctionExpression > " +
    "CallExpression.body[callee.name='setTimeout'][arguments.0.name='resolve']",
  message: 'Wait by pause, of commands/kernel/timers.ts, or in infra of node:timers/promises (setTimeout as pause).',
};

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      '**/dist/',
      '.data/',
      'test-output/',
      'test/real-bluesky/',
      'test/integrator-tools/node_modules/',
      'test/official-mcp/node_modules/',
      'test/fixtures/',
      'infra/products/client/schema.d.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A project outside sees the declarations of an untyped package only where a module references them.
      '@typescript-eslint/triple-slash-reference': ['error', { path: 'always', types: 'prefer-import', lib: 'always' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      'no-restricted-syntax': ['error', ...plainLiterals],
    },
  },
  {
    files: ['domain/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time arrives in the command.' },
        { object: 'Math', property: 'random', message: 'Randomness arrives in the command.' },
      ],
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval'],
      'no-restricted-syntax': [
        'error',
        ...plainLiterals,
        {
          selector: "TSPropertySignature[key.name='is']",
          message: 'The state of an aggregate that may not exist says so by its kind: absent, existing, deleted.',
        },
        {
          // A call takes what is left by its type, so the compiler looks there.
          selector:
            ":matches(Property[key.name='evolve'], VariableDeclarator[id.name='evolve']) " +
            "SwitchStatement[discriminant.property.name='type'] > SwitchCase[test=null] > " +
            "ReturnStatement:not([argument.type='CallExpression'])",
          message:
            'Name every type, and end with unreachable(event): the compiler then names the folds of a new event.',
        },
      ],
    },
  },
  {
    files: cutting,
    plugins: { texts: { rules: { 'no-cut-text': noCutText } } },
    languageOptions: { parserOptions: { ...program, tsconfigRootDir: import.meta.dirname } },
    rules: { 'texts/no-cut-text': 'error' },
  },
  {
    files: ['{commands,projections,read-api,processes,infra}/**/*.ts'],
    ignores: ['infra/edge/console/{app,worker}/**'],
    rules: { 'no-restricted-syntax': ['error', ...plainLiterals, timerPromise] },
  },
  {
    files: ['{domain,commands,projections,read-api,processes,infra}/**/*.{ts,tsx}'],
    plugins: { parameters: { rules: { 'few-parameters': fewParameters } } },
    rules: { 'parameters/few-parameters': 'error' },
  },
  {
    files: ['{domain,commands,projections,read-api,processes,infra}/**/*.ts'],
    // Products and the pages import nothing of the domain.
    ignores: ['infra/products/**', 'infra/edge/console/{app,worker}/**'],
    plugins: { fields: { rules: { 'defined-fields': definedFields } } },
    rules: { 'fields/defined-fields': 'error' },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' },
  },
);
