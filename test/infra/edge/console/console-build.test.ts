import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { consoleBuild, filePrefix, keepConsole } from '../../../../infra/edge/console/console-build.ts';
import { consolePages } from '../../../../infra/edge/console/console-pages.ts';
import { startEdge } from '../../../support/edge.ts';

describe('the built console', function () {
  this.timeout(20_000);

  describe('at the installation', () => {
    let folder: string;
    beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'console-'))));
    afterEach(() => rmSync(folder, { recursive: true }));
    const file = () => path.join(folder, 'build.json');

    it('is kept for the services of this machine', async () => {
      await keepConsole(folder);
      const marked = JSON.parse(readFileSync(file(), 'utf8'));
      marked.build.style = 'that of the installation';
      writeFileSync(file(), JSON.stringify(marked));
      expect((await consoleBuild(folder)).style).to.equal('that of the installation');
    });

    it('is built again where a source has changed since', async () => {
      await keepConsole(folder);
      const old = JSON.parse(readFileSync(file(), 'utf8'));
      old.build.style = 'an older one';
      old.sources['infra/edge/console/app/console.css'] = '1 1';
      writeFileSync(file(), JSON.stringify(old));
      expect((await consoleBuild(folder)).style).to.match(/^console-\w+\.css$/);
    });
  });

  it('is good for an image, whose layers keep other times of packages: its sources are those of the project', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-'));
    try {
      await keepConsole(folder);
      const { sources } = JSON.parse(readFileSync(path.join(folder, 'build.json'), 'utf8'));
      const names = Object.keys(sources);
      expect(names).to.include('infra/edge/console/app/main.tsx');
      expect(names.filter((name) => name.includes('node_modules'))).to.deep.equal([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe('in answers', () => {
    let edge: Awaited<ReturnType<typeof startEdge>>;
    before(async () => {
      const site = consolePages({ issuer: 'https://issuer.example/oidc', clientId: 'console', audience: 'api' });
      edge = await startEdge({ pages: site.pages, prefixes: site.prefixes });
    });
    after(() => edge.stop());

    const get = async (where: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${edge.origin}${where}`, { headers });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const filesOf = (page: string) => [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, file = '']) => file);

    it('has no script in the page, and files that a browser never asks for twice', async () => {
      const page = await get('/console');
      expect(page.headers.get('cache-control')).to.equal('no-cache');
      expect(page.headers.get('content-security-policy')).to.contain("script-src 'self';");
      expect(page.text.match(/<script[^>]*>[^<]/g)).to.equal(null);
      expect(filesOf(page.text).length).to.be.greaterThan(2);
      for (const file of filesOf(page.text)) {
        expect(file).to.match(/^\/console\/files\/\w+-[A-Z0-9]{8}\.(js|css)$/);
        const { status, headers } = await get(file);
        expect([status, headers.get('cache-control')]).to.deep.equal([200, 'public, max-age=31536000, immutable']);
        expect(headers.get('content-encoding')).to.equal('gzip');
      }
    });

    it('has a worker that knows all files, for the page alone', async () => {
      const { text, headers } = await get('/console/worker.js');
      expect(headers.get('service-worker-allowed')).to.equal('/console');
      const { files } = await consoleBuild();
      expect(Object.keys(files).filter((file) => !text.includes(`${filePrefix}${file}`))).to.deep.equal([]);
      expect(Object.keys(files).length).to.be.greaterThan(20);
    });

    it('says of a file of another build that it is not there', async () => {
      expect((await get('/console/files/main-OLD.js')).status).to.equal(404);
    });
  });
});
