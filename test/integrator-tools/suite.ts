import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../docs/pages.ts';
import { opened } from '../support/opened.ts';
import { useRunningService } from '../support/running-service.ts';

const run = promisify(execFile);
const modules = path.join(import.meta.dirname, 'node_modules');
const programs = path.join(modules, '.bin');
const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'esnext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: [],
};

/** Each takes the document, writes one TypeScript file, and the call that creates a post has the shape `calls` has. */
const generators = [
  {
    name: 'swagger-typescript-api',
    arguments: (document: string, folder: string) => ['generate', '-p', document, '-o', folder, '-n', 'client.ts'],
    calls: (body: string) => `import { Api } from './client.ts'; void new Api().v1.createPost(${body});`,
  },
  {
    name: 'oazapfts',
    arguments: (document: string, folder: string) => [document, path.join(folder, 'client.ts')],
    calls: (body: string) => `import { createPost } from './client.ts'; void createPost(${body});`,
  },
] as const;

/** A node throws plain errors: the package imports nothing of n8n, which wraps what a node throws. */
const n8nRules = `import n8n from 'eslint-plugin-n8n-nodes-base';
import parser from '@typescript-eslint/parser';
const of = (kind, more = {}) => ({
  files: [kind + '/**/*.ts'],
  languageOptions: { parser },
  plugins: { 'n8n-nodes-base': n8n },
  rules: { ...n8n.configs[kind].rules, ...more },
});
export default [of('credentials'), of('nodes', { 'n8n-nodes-base/node-execute-block-wrong-error-thrown': 'off' })];
`;

type Folder = Readonly<{ name: string; item?: readonly Folder[] }>;
const requestsIn = (folder: Folder): readonly Folder[] => folder.item?.flatMap(requestsIn) ?? [folder];

type Execution = Readonly<{ item: { name: string }; response?: { code: number }; requestError?: unknown }>;

describe('what integrators use beside our clients', function () {
  this.timeout(120_000);
  const service = useRunningService();
  const origin = (): string => new URL(service().demo.baseUrl).origin;
  const folder = opened(
    async () => mkdtempSync(path.join(os.tmpdir(), 'integrator-tools-')),
    (each) => rmSync(each, { recursive: true, force: true }),
  );
  const stored = async (address: string, name: string): Promise<string> => {
    const file = path.join(folder(), name);
    writeFileSync(file, await (await fetch(`${origin()}${address}`)).text());
    return file;
  };

  for (const generator of generators)
    it(`generates a client that compiles and refuses a typing mistake (${generator.name})`, async () => {
      const own = mkdtempSync(path.join(folder(), 'client-'));
      symlinkSync(modules, path.join(own, 'node_modules'));
      const document = await stored('/v1/openapi.json', 'openapi.json');
      await run(path.join(programs, generator.name), generator.arguments(document, own));
      const compiled = async (body: string): Promise<string> => {
        writeFileSync(path.join(own, 'program.ts'), generator.calls(body));
        const files = ['client.ts', 'program.ts'];
        writeFileSync(path.join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
        return run(process.execPath, [compiler, '-p', own]).then(
          ({ stdout }) => stdout,
          ({ stdout }: { stdout: string }) => stdout,
        );
      };
      expect(await compiled("{ content: 'Hello', accountIds: [] }")).to.equal('');
      expect(await compiled("{ contnt: 'Hello', accountIds: [] }")).to.contain("'contnt'");
    });

  it('has nodes in which the linter of n8n finds no fault', async () => {
    const own = mkdtempSync(path.join(folder(), 'n8n-'));
    const sources = path.join(root, 'infra/products/n8n-node');
    // The linter reads the folders of a published package, in which names are its conventions.
    const files = {
      'credentials/SocialPublishingApi.credentials.ts': 'credential.ts',
      'nodes/SocialPublishing/SocialPublishing.node.ts': 'actions/node.ts',
      'nodes/SocialPublishing/fields.ts': 'actions/fields.ts',
      'nodes/SocialPublishingTrigger/SocialPublishingTrigger.node.ts': 'trigger/node.ts',
      'nodes/SocialPublishingTrigger/events.ts': 'trigger/events.ts',
    };
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(own, file)), { recursive: true });
      copyFileSync(path.join(sources, source), path.join(own, file));
    }
    symlinkSync(modules, path.join(own, 'node_modules'));
    writeFileSync(path.join(own, 'eslint.config.mjs'), n8nRules);
    const { stdout } = await run(path.join(programs, 'eslint'), ['--format', 'json', '.'], { cwd: own }).catch(
      // It ends with 1 where it finds something.
      (fault: { stdout: string }) => fault,
    );
    const found = JSON.parse(stdout) as { filePath: string; messages: { ruleId: string; message: string }[] }[];
    expect(found).to.have.length.at.least(Object.keys(files).length);
    expect(found.flatMap(({ messages }) => messages)).to.deep.equal([]);
  });

  it('is converted by the importer of Postman, each operation once', async () => {
    const document = await stored('/v1/openapi.json', 'openapi.json');
    const file = path.join(folder(), 'imported.json');
    await run(path.join(programs, 'openapi2postmanv2'), ['-s', document, '-o', file]);
    const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, object> };
    const operations = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    expect(requestsIn(JSON.parse(readFileSync(file, 'utf8')) as Folder)).to.have.length(operations);
  });

  it('publishes a first post by the requests of the collection, and no id is typed', async () => {
    const file = await stored('/v1/docs/postman.json', 'collection.json');
    const collection = JSON.parse(readFileSync(file, 'utf8')) as Folder;
    const report = path.join(folder(), 'report.json');
    const wanted = [
      'The connected accounts of the workspace',
      'Create a post as a draft, or schedule it',
      'One post',
      'Publish now; with sync=true the answer waits for the outcome',
    ];
    // The runner keeps the order of the collection. A person sends one request after the other.
    const item = wanted.flatMap((name) => requestsIn(collection).filter((each) => each.name === name));
    writeFileSync(file, JSON.stringify({ ...collection, item }));
    const variables = { baseUrl: origin(), apiKey: service().demo.apiKey };
    await run(path.join(programs, 'newman'), [
      'run',
      file,
      '--reporters',
      'json',
      '--reporter-json-export',
      report,
      ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
    ]);
    const { run: ran } = JSON.parse(readFileSync(report, 'utf8')) as { run: { executions: Execution[] } };
    expect(ran.executions.map(({ item, response }) => [item.name, response?.code])).to.deep.equal(
      wanted.map((name, at) => [name, [200, 201, 200, 200][at]]),
    );
  });
});
