import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { openBrowser } from './browser.ts';

describe('the console in a browser without a connection', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let origin: string;

  before(async () => {
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
    context = await browser.newContext();
    await context.addInitScript(
      `sessionStorage.setItem('console.token', ${JSON.stringify(service().demo.sessionToken)})`,
    );
    page = await context.newPage();
  });
  after(() => browser?.close());

  it('fetches a page when it is opened, and no file a second time', async () => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/console/files/')) fetched.push(pathname);
    });
    await page.goto(`${origin}/console`);
    await page.getByRole('heading', { level: 2, name: 'Posts' }).waitFor();
    const first = fetched.length;
    await page.goto(`${origin}/console#/settings`);
    await page.getByRole('heading', { level: 2, name: 'Settings' }).waitFor();
    expect(fetched.length).to.be.greaterThan(first);
    expect(new Set(fetched).size).to.equal(fetched.length);
  });

  it('opens with what is written, takes more of it, and has all of it after the next load', async () => {
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.goto(`${origin}/console#/compose`);
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    const text = page.getByLabel('Text', { exact: true });
    await text.pressSequentially('Begun with a line');
    await context.setOffline(true);
    await text.pressSequentially(', ended without');
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'New post' }).waitFor();
    expect(await text.inputValue()).to.equal('Begun with a line, ended without');
    await page.getByText('The service does not answer; trying again.').first().waitFor();
    await text.pressSequentially('.');
    await page.reload();
    expect(await text.inputValue()).to.equal('Begun with a line, ended without.');
    await context.setOffline(false);
    await page.getByRole('checkbox', { name: /^Mastodon / }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Mastodon / }).isChecked()).to.equal(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Begun with a line, ended without.' }).waitFor();
  });
});
