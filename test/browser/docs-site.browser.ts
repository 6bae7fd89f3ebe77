import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { docsSite } from '../../infra/edge/docs-site/site-pages.ts';
import { startEdge } from '../support/edge.ts';
import { openBrowser } from './browser.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');
const sizes = { desk: { width: 1280, height: 900 }, telephone: { width: 390, height: 844 } };

describe('a reader of the documentation', function () {
  this.timeout(60_000);
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let browser: Browser;
  const strangers: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    const site = docsSite();
    edge = await startEdge({ pages: { '/docs': site.handle }, prefixes: { '/docs/': site.handle } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await edge?.stop();
  });

  const open = async (size: keyof typeof sizes, colorScheme: 'light' | 'dark', where = '/docs'): Promise<Page> => {
    const context = await browser.newContext({ viewport: sizes[size], colorScheme });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: edge.origin });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && !request.url().startsWith(edge.origin)) strangers.push(request.url());
    });
    page.on('console', (message) => {
      // The page that is not there says so by its status.
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${edge.origin}${where}`);
    return page;
  };
  const picture = (page: Page, name: string) =>
    page.screenshot({ path: path.join(pictures, `docs-${name}.png`) }).then(() => undefined);
  const ground = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');

  it('finds a section with the keyboard alone', async () => {
    const page = await open('desk', 'light');
    await picture(page, 'index-1280');
    await page.keyboard.press('/');
    await page.keyboard.type('rotation secrets sign');
    await page.getByRole('option').first().waitFor();
    await picture(page, 'search-1280');
    const first = await page.getByRole('option').first().getAttribute('href');
    const second = await page.getByRole('option').nth(1).getAttribute('href');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).getAttribute('href')).to.equal(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${edge.origin}${first}`);
    expect(first).to.contain('/docs/webhooks');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('xylophone zebra');
    await page.getByText('Nothing has the words').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').count()).to.equal(0);
  });

  it('sees the pictures, which are no wider than a telephone', async () => {
    const page = await open('telephone', 'light', '/docs/quick-start');
    const image = page.getByRole('img', { name: /^The page of a post/ });
    await image.scrollIntoViewIfNeeded();
    const drawn = '(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector("main img"))';
    expect(await page.evaluate(drawn)).to.equal(1200);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(sizes.telephone.width);
    await picture(page, 'picture-390');
  });

  it('copies a block of code, and goes to a heading by its address', async () => {
    const page = await open('desk', 'dark', '/docs/quick-start#python');
    const heading = page.getByRole('heading', { name: /^Python/ });
    const box = await heading.boundingBox();
    expect(box?.y).to.be.within(30, 300);
    await picture(page, 'quick-start-dark-1280');
    const block = page.locator('.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.contain('export SOCIAL_URL=');
  });

  it('chooses light or dark, and the next page keeps it', async () => {
    const page = await open('desk', 'dark');
    const dark = await ground(page);
    await page.getByRole('button', { name: 'Use the light appearance' }).click();
    const light = await ground(page);
    expect(light).to.not.equal(dark);
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Operations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Operating the service' }).waitFor();
    expect(await ground(page)).to.equal(light);
    await picture(page, 'operations-1280');
  });

  it('reads on a telephone, where no page is wider than the screen', async () => {
    const page = await open('telephone', 'light', '/docs/quick-start');
    await picture(page, 'quick-start-390');
    await page.getByText('All pages').click();
    await picture(page, 'pages-390');
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'The HTTP API' }).click();
    await page.waitForURL(/\/docs\/api$/);
    for (const where of ['/docs', '/docs/quick-start', '/docs/api', '/docs/webhooks', '/docs/events', '/docs/adr']) {
      await page.goto(`${edge.origin}${where}`);
      expect([where, await page.evaluate('document.documentElement.scrollWidth')]).to.deep.equal([where, 390]);
    }
    await page.goto(`${edge.origin}/docs/webhooks`);
    await picture(page, 'webhooks-390');
    await page.getByRole('combobox').fill('signature');
    await page.getByRole('option').first().waitFor();
    await picture(page, 'search-390');
  });

  it('is helped where there is no page', async () => {
    const page = await open('desk', 'light', '/docs/quickstart');
    await picture(page, 'missing-1280');
    await page.getByRole('link', { name: 'Quick start' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
  });

  it('has asked no other host, and met no fault', () => {
    expect(strangers).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
