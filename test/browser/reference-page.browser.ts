import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page, Response } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { openBrowser } from './browser.ts';
import { faultsOfAccess, rulesOfColours } from './page-faults.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');
const patience = 30_000;
const summary = 'Create a post as a draft, or schedule it';

describe('an integrator on the reference page', function () {
  this.timeout(180_000);
  const service = useRunningService();
  let browser: Browser;
  let page: Page;
  let origin: string;
  const strangers: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
    page = await (await browser.newContext({ colorScheme: 'dark', viewport: { width: 1400, height: 900 } })).newPage();
    page.setDefaultTimeout(patience);
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(origin)) strangers.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${origin}/v1/docs`);
  });
  after(() => browser?.close());

  it('finds an operation by its words, and its address leads there again', async () => {
    await page.getByRole('button', { name: 'Introduction' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('draft schedule');
    await page.getByRole('option', { name: summary }).click();
    await page.waitForURL(/posts\/POST\/v1\/posts$/);
    await page.reload();
    const heading = page.getByRole('heading', { name: summary }).first();
    await heading.waitFor();
    const isInSight = `[...document.querySelectorAll('h3')].some((each) => each.textContent.includes(${JSON.stringify(summary)}) && each.getBoundingClientRect().top < innerHeight)`;
    await page.waitForFunction(isInSight);
    await page.screenshot({ path: path.join(pictures, 'reference-page.png') });
  });

  const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

  it('has no fault that axe finds, in the dark and in the light', async () => {
    expect(await faultsOfAccess(page, wcag)).to.deep.equal([]);
    const light = await browser.newPage({ colorScheme: 'light', viewport: { width: 1400, height: 900 } });
    light.setDefaultTimeout(patience);
    await light.goto(page.url());
    await light.getByRole('heading', { name: summary }).first().waitFor();
    // The light differs from the dark in its colours alone.
    expect(await faultsOfAccess(light, rulesOfColours)).to.deep.equal([]);
    await light.close();
  });

  it('sends the example with the key of the demo workspace, and it works', async () => {
    await page.getByRole('button', { name: 'Test Request (post /v1/posts)' }).click();
    const isCreation = (response: Response) =>
      response.url() === `${origin}/v1/posts` && response.request().method() === 'POST';
    const answered = page.waitForResponse(isCreation);
    await page.getByRole('dialog').getByRole('button', { name: /^send/i }).first().click();
    const answer = await answered;
    expect(answer.status(), await answer.text()).to.equal(201);
    expect(answer.request().headers()['authorization']).to.equal(`Bearer ${service().demo.apiKey}`);
    await page.screenshot({ path: path.join(pictures, 'reference-request.png') });
  });

  it('is dark where the person wants it, has asked no other host, and had no fault', async () => {
    expect(await page.evaluate("document.body.classList.contains('dark-mode')")).to.equal(true);
    expect(strangers).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});

describe('the key of the demo workspace', function () {
  this.timeout(60_000);
  const service = useRunningService();

  it('is given to a browser on this machine only', async () => {
    const address = `${new URL(service().demo.baseUrl).origin}/v1/docs/demo.json`;
    const demo = (headers: Record<string, string> = {}) => fetch(address, { headers }).then((answer) => answer.json());
    expect(await demo()).to.include({ apiKey: service().demo.apiKey });
    expect(await demo({ 'x-forwarded-for': '192.0.2.1' })).to.deep.equal({ apiKey: null, ids: {} });
  });
});
