import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { openBrowser } from './browser.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

describe('a manager at the page of a post in a browser', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let browser: Browser;
  let page: Page;
  let origin: string;

  const send = async (line: string, body?: unknown) => {
    const answer = await service().ask(service().demo.apiKey, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };
  const picture = (name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
  /** A post that was sent to one platform, which has a fault. */
  const published = async (content: string, platform: 'MASTODON' | 'TELEGRAM', fault?: string): Promise<string> => {
    const accountId = service().demo.accounts[platform];
    if (fault !== undefined) await send('POST /sandbox/faults', { platform, operation: 'publish', fault, accountId });
    const { id } = await send('POST /posts', { content, accountIds: [accountId] });
    await send(`POST /posts/${id}/publish?sync=true&timeout=60`);
    return id;
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    const { demo } = service();
    origin = new URL(demo.baseUrl).origin;
    page = await browser.newPage();
    await page.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(demo.sessionToken)})`);
  });
  after(() => browser?.close());

  it('reads what happened on which platform, and what each event changed', async () => {
    const id = await published('Out to Mastodon', 'MASTODON');
    await page.goto(`${origin}/console#/posts/${id}`);
    const events = page.getByRole('list', { name: 'Events, oldest first' });
    await events.getByText('The post is live on Mastodon.').click();
    const changed = page.locator('#what-changed');
    await changed.getByText('Platforms › 1 › Status').waitFor();
    expect(await changed.locator('del').allInnerTexts()).to.include('pending');
    expect(await changed.locator('ins').allInnerTexts()).to.include('published');
    await picture('console-post-changes');
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await changed.getByText('It began here.').waitFor();
    const { displayName } = await send(`GET /accounts/${service().demo.accounts['MASTODON']}`);
    const then = page.locator('#as-it-was');
    await then.getByRole('link', { name: displayName }).first().waitFor();
    expect(
      await then
        .locator('dl > div', { hasText: /^Created at/ })
        .locator('time')
        .count(),
    ).to.equal(1);
  });

  it('asks once a second for a post that goes out to many platforms', async () => {
    const { MASTODON, BLUESKY, TWITTER, FACEBOOK, THREADS, LINKEDIN } = service().demo.accounts;
    const accountIds = [MASTODON, BLUESKY, TWITTER, FACEBOOK, THREADS, LINKEDIN];
    const { id } = await send('POST /posts', { content: 'Out to many', accountIds });
    /** When the page asked for the history, in milliseconds of its own clock. */
    const asked = () =>
      page.evaluate<number[]>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/${id}/history')).map(({ startTime }) => startTime)`,
      );
    const listens = page.waitForResponse((response) => response.url().includes('/v1/events/stream'));
    await page.goto(`${origin}/console#/posts/${id}`);
    await listens;
    const destinations = page.getByRole('list', { name: 'Where it goes' });
    await destinations.getByText('pending').first().waitFor();
    const opened = (await asked()).length;
    await send(`POST /posts/${id}/publish?sync=true&timeout=60`);
    await destinations.getByText('pending').first().waitFor({ state: 'detached' });
    const after = (await asked()).slice(opened);
    expect(after).not.to.be.empty;
    // A busy page begins a look some time after its timer.
    for (const [index, at] of after.slice(1).entries()) expect(at - (after[index] ?? at)).to.be.greaterThan(850);
  });

  it('says what became of a post whose answer was lost', async () => {
    const id = await published('An answer that is lost', 'TELEGRAM', 'reset_after');
    await page.goto(`${origin}/console#/posts/${id}`);
    const question = page.getByRole('group', { name: 'What became of it on Telegram' });
    await question.getByRole('button', { name: 'It is there' }).click();
    await question.getByText('Give the id of the post on Telegram.').waitFor();
    await picture('console-post-unknown');
    await question.getByLabel('Its id on Telegram').fill('-100200/300');
    await question.getByRole('button', { name: 'It is there' }).click();
    await page.getByText('Live on Telegram', { exact: true }).waitFor();
    const { status, platforms } = await send(`GET /posts/${id}`);
    expect([status, platforms[0].platformPostId]).to.deep.equal(['published', '-100200/300']);
  });

  it('is asked for another file where a platform refused, and reads why that one is refused', async () => {
    const id = await published('A file that is refused', 'MASTODON', 'forbidden');
    await page.goto(`${origin}/console#/posts/${id}`);
    await page.getByText('Send another file to Mastodon').click();
    await page.getByLabel('Address of the file').fill('ftp://example.com/menu.jpg');
    await page.getByRole('button', { name: 'Send it to Mastodon' }).click();
    await page.getByText('mediaUrl must be a public HTTPS URL').waitFor();
  });
});
