import { expect } from 'chai';
import { docsSite } from '../../../../infra/edge/docs-site/site-pages.ts';
import { startEdge } from '../../../support/edge.ts';

describe('the documentation at /docs', function () {
  this.timeout(20_000);
  let edge: Awaited<ReturnType<typeof startEdge>>;
  const site = docsSite();
  before(async () => {
    edge = await startEdge({ pages: { '/docs': site.handle }, prefixes: { '/docs/': site.handle } });
  });
  after(() => edge.stop());

  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${edge.origin}${path}`, { redirect: 'manual', ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('shows a page with its navigation, under the policy without inline scripts', async () => {
    const { status, headers, text } = await get('/docs/quick-start');
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).to.contain("script-src 'self';");
    expect(text).to.contain('<title>Quick start: Social Publishing Service</title>');
    expect(text).to.contain('<a href="/docs/quick-start" aria-current="page">');
    expect(text).to.match(/<h2 id="typescript">.*href="#typescript"/);
    expect(text.match(/<script[^>]*>/g)).to.deep.equal(['<script src="/docs/site.js">']);
    expect(text).to.not.contain('&lt;!--');
  });

  it('leads links of Markdown to pages of the site, and makes text of links to other files', async () => {
    const { text } = await get('/docs/quick-start');
    expect(text).to.contain('href="/docs/project/infra/products/client#the-command-line-tool"');
    expect((await get('/docs/project/infra/products/client')).status).to.equal(200);
    expect((await get('/docs/project/README')).status).to.equal(308);
    const deploy = await get('/docs/project/deploy');
    expect(deploy.text).to.contain('<span class="file">').and.to.not.contain('href="systemd');
  });

  it('aligns columns of numbers without inline styles, which its policy refuses', async () => {
    const { text } = await get('/docs/performance');
    expect(text)
      .to.contain('<td class="right">')
      .and.to.not.match(/<[^>]* style=/);
  });

  it('answers 304 to a browser that has the page, and compresses for one that takes it', async () => {
    const first = await get('/docs/api', { headers: { 'accept-encoding': 'identity' } });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).to.match(/^W\/"/);
    const second = await get('/docs/api', { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([second.status, second.text]).to.deep.equal([304, '']);
    const small = await get('/docs/api', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(small.headers.get('content-encoding')).to.equal('gzip');
    expect(small.text).to.equal(first.text);
    expect((await get('/docs/api', { headers: { 'if-none-match': '"other"' } })).status).to.equal(200);
  });

  it('leads an address of another form to the page', async () => {
    for (const path of ['/docs/', '/docs/README', '/docs/README.html']) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('location')]).to.deep.equal([path, 308, '/docs']);
    }
    for (const path of ['/docs/webhooks/', '/docs/webhooks.html'])
      expect((await get(path)).headers.get('location')).to.equal('/docs/webhooks');
  });

  it('names the page that a misspelled address most likely means, and shows no marks of the address', async () => {
    const { status, text } = await get('/docs/webhoks');
    expect(status).to.equal(404);
    expect(text).to.contain('Did you mean <a href="/docs/webhooks">Webhooks</a>?');
    const hostile = await get('/docs/%3Cscript%3Ealert(1)%3C/script%3E');
    expect(hostile.status).to.equal(404);
    expect(hostile.text).to.not.contain('<script>alert');
    expect((await get('/docs/../../etc/passwd')).status).to.not.equal(200);
    expect((await get('/docs/..%2fpackage.json')).status).to.equal(404);
  });

  it('has each page as Markdown, and lists them for programs', async () => {
    const list = await site.list();
    const addresses = [...list.matchAll(/\]\((\/docs[^)]+)\): \S/g)].map(([, address = '']) => address);
    expect(addresses).to.include.members(['/docs/quick-start.md', '/docs/adr.md', '/docs/project/CHANGELOG.md']);
    for (const address of addresses) {
      const { status, headers, text } = await get(address);
      expect([address, status, headers.get('content-type')]).to.deep.equal([
        address,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(text).to.match(/^# /);
    }
  });

  it('gives the browser what it searches, a section each', async () => {
    const { text } = await get('/docs/search.json');
    const sections = JSON.parse(text) as { address: string; page: string; heading: string; text: string }[];
    const python = sections.find(({ address }) => address === '/docs/quick-start#python');
    expect(python).to.include({ page: 'Quick start', heading: 'Python' });
    expect(python?.text).to.contain('client.create_post');
  });

  it('has its program and its styles', async () => {
    for (const [path, type] of [
      ['/docs/site.js', 'text/javascript'],
      ['/docs/site.css', 'text/css'],
    ] as const) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('content-type')]).to.deep.equal([path, 200, `${type}; charset=utf-8`]);
    }
  });

  it('is only read', async () => {
    const { status, headers, text } = await get('/docs/api', { method: 'POST' });
    expect([status, headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    expect(JSON.parse(text)).to.have.nested.property('error.code', 'BAD_REQUEST');
  });

  it('shows a page that says so where an installation has no documentation', async () => {
    const bare = docsSite('/nowhere');
    const without = await startEdge({ pages: { '/docs': bare.handle } });
    try {
      const answer = await fetch(`${without.origin}/docs`);
      expect([answer.status, await answer.text()]).to.satisfy(
        ([status, text]: [number, string]) => status === 404 && text.includes('No such page'),
      );
      expect(await bare.list()).to.equal('');
    } finally {
      await without.stop();
    }
  });
});
