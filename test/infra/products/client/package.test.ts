import { expect } from 'chai';
import { transform } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { renewClientTypes } from '../../../check/client-types.ts';
import { root } from '../../../docs/pages.ts';
import { opened } from '../../../support/opened.ts';
import { useRunningService } from '../../../support/running-service.ts';

const run = promisify(execFile);
const source = path.join(root, 'infra/products/client');

type Failed = Readonly<{ stdout: string }>;

describe('the package of the client', function () {
  this.timeout(120_000);
  const service = useRunningService();
  /** A project that has the package installed, as npm would unpack it. */
  const project = opened(
    async () => {
      renewClientTypes();
      const folder = mkdtempSync(path.join(os.tmpdir(), 'package-'));
      const installed = path.join(folder, 'node_modules/@social-publishing/client');
      mkdirSync(path.dirname(installed), { recursive: true });
      await run(process.execPath, [path.join(source, 'build.mjs'), installed]);
      for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types', 'undici-types'])
        symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
      writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
      return { folder, installed };
    },
    ({ folder }) => rmSync(folder, { recursive: true, force: true }),
    90_000,
  );

  it('is plain JavaScript with declarations, whose exports and programs exist', () => {
    const { installed } = project();
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
      private?: boolean;
      exports: Record<string, string | Record<string, string>>;
      bin: Record<string, string>;
    };
    expect(manifest.private).to.equal(undefined);
    expect(manifest.bin).to.have.property('social');
    const named = [...Object.values(manifest.exports), manifest.bin].flatMap((each) =>
      typeof each === 'string' ? [each] : Object.values(each),
    );
    for (const file of named) expect(() => readFileSync(path.join(installed, file)), file).not.to.throw();
    const built = readdirSync(installed, { recursive: true }) as string[];
    const sources = built.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    expect(sources).to.deep.equal([]);
    for (const file of built.filter((name) => name.endsWith('.js')))
      expect(readFileSync(path.join(installed, file), 'utf8'), file).not.to.match(/from '[^']+\.ts'/);
  });

  it('publishes a post by the code of the quick start', async () => {
    const { folder } = project();
    const { baseUrl, apiKey } = await service().workspace();
    const { code } = await transform(readFileSync(path.join(root, 'test/docs/quick-start.ts')), { loader: 'ts' });
    writeFileSync(path.join(folder, 'quick-start.js'), code);
    const env = { ...process.env, SOCIAL_URL: baseUrl, SOCIAL_KEY: apiKey };
    const { stdout } = await run(process.execPath, ['quick-start.js'], { cwd: folder, env });
    expect(stdout).to.match(/^https?:\/\/\S+\n$/);
  });

  it('has the compiler refuse a field that a post does not have', async () => {
    const { folder } = project();
    const check = async (field: string): Promise<string> => {
      const text = `import { createClient } from '@social-publishing/client';
        const client = createClient({ baseUrl: 'http://127.0.0.1', apiKey: '' });
        await client.POST('/v1/posts', { body: { content: '', accountIds: [], ${field}: '2031-05-01T00:00:00Z' } });`;
      writeFileSync(path.join(folder, 'wrong.ts'), text);
      const options = ['--strict', '--noEmit', '--skipLibCheck', '--types', 'node', '--target', 'es2023'];
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
      const args = [compiler, ...options, '--module', 'nodenext', 'wrong.ts'];
      return run(process.execPath, args, { cwd: folder }).then(
        () => '',
        ({ stdout }: Failed) => stdout,
      );
    };
    expect(await check('scheduledFor')).to.equal('');
    expect(await check('scheduleFor')).to.include("'scheduleFor' does not exist");
  });
});
