import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { openBrowser } from './browser.ts';

describe('the console in a browser, where things go wrong', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let origin: string;

  const send = async (line: string, body?: unknown) => {
    const answer = await service().ask(service().demo.apiKey, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };
  const asPerson = async (token: string): Promise<BrowserContext> => {
    const theirs = await browser.newContext();
    await theirs.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(token)})`);
    return theirs;
  };

  before(async () => {
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
  });
  beforeEach(async () => {
    context = await asPerson(service().demo.sessionToken);
    page = await context.newPage();
  });
  afterEach(() => context.close());
  after(() => browser?.close());

  it('leads to a page by a word of its name, from the keyboard alone', async () => {
    await page.goto(`${origin}/console`);
    await page.getByRole('heading', { level: 2, name: 'Posts' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('publish cal');
    await page.getByRole('option', { name: /^Calendar/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Calendar' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'New broadcast' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nowhere');
    await page.getByText('No page has this name.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('keeps what is written while the connection is lost, and stores it once when it is back', async () => {
    await page.goto(`${origin}/console#/compose`);
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    await page.getByLabel('Text', { exact: true }).fill('Written in a tunnel');
    await page.getByText('can go out').waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /connection|answer/i })
      .waitFor();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).to.equal('Written in a tunnel');
    await context.setOffline(false);
    await page.reload();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).to.equal('Written in a tunnel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Written in a tunnel' }).waitFor();
    const { posts } = await send('GET /posts');
    expect(posts.filter(({ content }: { content: string }) => content === 'Written in a tunnel').length).to.equal(1);
  });

  it('says on a slow network that it looks, and shows the page when the answer comes', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/posts?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${origin}/console#/posts`);
    await page.getByText('Looking …').waitFor();
    answer();
    await page.getByText('Looking …').waitFor({ state: 'detached' });
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor({ state: 'detached' });
  });

  it('leads a person whose session has ended back to the door', async () => {
    await context.close();
    context = await asPerson('ended');
    page = await context.newPage();
    await page.goto(`${origin}/console#/posts`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('compares periods, and saves the report of one', async () => {
    await page.goto(`${origin}/console#/overview`);
    await page.getByRole('img', { name: 'Posts, day by day' }).waitFor();
    await page.getByLabel('Period').selectOption('7');
    await page.getByText('The figures of the chart').first().click();
    const rows = page.getByRole('table', { name: 'Posts by day' }).getByRole('row');
    await rows.nth(7).waitFor();
    expect(await rows.count()).to.equal(8);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).to.match(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    expect(readFileSync(await file.path(), 'utf8').split('\n').length).to.be.greaterThan(3);
    const saved = async (button: string) => {
      const [of] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      return { name: of.suggestedFilename(), content: readFileSync(await of.path()) };
    };
    const chart = await saved('Posts as PNG');
    expect(chart.name).to.match(/^posts-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.png$/);
    expect(chart.content.subarray(1, 4).toString()).to.equal('PNG');
    expect([chart.content.readUInt32BE(16), chart.content.readUInt32BE(20)]).to.deep.equal([1440, 440]);
    const figures = (await saved('Posts as CSV')).content.toString().trim().split('\r\n');
    expect([figures.length, figures[0]]).to.deep.equal([8, 'day,this period,the one before']);

    const account = page.getByRole('region', { name: 'By account' });
    await account.getByLabel('Account').selectOption({ index: 1 });
    await account.getByRole('img', { name: /^Engagements of .*, day by day$/ }).waitFor();
    await account.getByText(/posts went live/).waitFor();

    const hours = page.getByRole('region', { name: 'Best times' });
    await hours.getByRole('button', { name: 'Work out the best times' }).click();
    const heat = hours.getByRole('img', { name: /^Scores of the hours of a week; the best is \w+day \d\d:00$/ });
    await heat.waitFor();
    expect(await heat.locator('rect').count()).to.equal(7 * 24);
    const scores = (await saved('Best times as CSV')).content.toString().trim().split('\r\n');
    expect([scores.length, scores[0]]).to.deep.equal([7 * 24 + 1, 'day,hour,score']);
  });
});
