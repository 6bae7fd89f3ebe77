import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page, Request } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './browser.ts';
import { isOfBusyMachine } from './busy-machine.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

/** The smallest picture that is one: a transparent point. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a social media manager at the console in a browser', function () {
  this.timeout(90_000);
  const service = useRunningService({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
  let browser: Browser;
  let page: Page;
  let origin: string;
  const complaints: string[] = [];

  const send = async (line: string, body?: unknown) => {
    const answer = await service().ask(service().demo.apiKey, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };
  const open = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const picture = (name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
  const idOfPage = (): string => /#\/posts\/(\w+)/.exec(page.url())?.[1] ?? '';
  const dialog = () => page.getByRole('dialog');

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
    page = await (await browser.newContext({ colorScheme: 'light', timezoneId: 'Europe/Berlin' })).newPage();
    page.on('console', (message) => {
      // A refusal that the page shows is no fault of the page.
      // Test mode keeps no sessions.
      const { url } = message.location();
      const isExpected = url.endsWith('/sessions/current') || url.includes('/events/stream');
      if (message.type() === 'error' && !message.text().includes('400') && !isExpected && !isOfBusyMachine(message))
        complaints.push(`${message.text()} ${url}`);
    });
    page.on('pageerror', (fault) => complaints.push(String(fault)));
    await page.goto(`${origin}/console`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${origin}/oidc/interaction/**`);
    await page.locator('button[name=user]').first().click();
    await page.waitForSelector('h2#posts');
  });
  after(() => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await picture(`console-failure-${this.currentTest.title.slice(0, 12)}`);
  });

  const preview = (platform: string) => page.getByRole('article', { name: `On ${platform}`, exact: true });

  it('writes a post that each platform counts and judges as it will', async () => {
    await open('New post');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Choose an account first.').waitFor();
    await page.getByRole('checkbox', { name: /^X / }).check();
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    // X counts each of these as two.
    await page.getByLabel('Text', { exact: true }).fill('茶'.repeat(150));
    await page.getByText('X 300 of 280').waitFor();
    await page.getByText('Mastodon 150 of 500').waitFor();
    await preview('X').getByText('is refused').waitFor();
    await preview('Mastodon').getByText('can go out').waitFor();
    await page.getByRole('button', { name: 'Another text for X' }).click();
    await page.getByLabel('Text for X').fill('Short for X');
    await preview('X').getByText('can go out').waitFor();
    await picture('console-compose');
  });

  it('finds what was written after the page was loaded again', async () => {
    await page.reload();
    await page.getByText('X 11 of 280').waitFor();
    expect(await page.getByLabel('Text for X').inputValue()).to.equal('Short for X');
    expect(await page.getByRole('checkbox', { name: /^Mastodon / }).isChecked()).to.equal(true);
    await page.getByRole('button', { name: 'Begin again' }).click();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).to.equal('');
  });

  it('uploads a picture with its description, and publishes with the outcome of each platform', async () => {
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    await page.getByRole('checkbox', { name: /^Bluesky / }).check();
    await page.getByLabel('Text', { exact: true }).fill('A point, from the console');
    await page
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: 'point.png', mimeType: 'image/png', buffer: point });
    await page.getByLabel('Description of point.png').fill('A single point');
    await page.getByLabel('Text', { exact: true }).focus();
    await page.getByLabel('Publish it now').check();
    // The position of an event is known by the feed alone.
    const isOfFeed = (request: Request): boolean =>
      /\/v1\/posts\/\w+$/.test(new URL(request.url()).pathname) && request.headers()['x-after-position'] !== undefined;
    const asked = page.waitForRequest(isOfFeed);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await asked;
    await page.getByText('Live on Mastodon', { exact: true }).waitFor({ timeout: 30_000 });
    await page.getByText('Live on Bluesky', { exact: true }).waitFor({ timeout: 30_000 });
    await picture('console-post');
    const post = await send(`GET /posts/${idOfPage()}`);
    expect([post.status, post.media[0].altText]).to.deep.equal(['published', 'A single point']);
  });

  it('sees in words why a platform refused, and takes a post back after a question', async () => {
    await page.getByRole('button', { name: 'Take it back' }).click();
    await dialog().getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('Taken back from Mastodon').waitFor({ timeout: 30_000 });
    const accountId = service().demo.accounts['TWITTER'];
    await send('POST /sandbox/faults', { platform: 'TWITTER', operation: 'publish', fault: 'forbidden', accountId });
    const post = await send('POST /posts', { content: 'Not for this platform', accountIds: [accountId] });
    await send(`POST /posts/${post.id}/publish?sync=true&timeout=60`);
    await open('Posts');
    await page.getByRole('row', { name: /Not for this platform.*X: .*failed/ }).waitFor();
    await page.getByLabel('Status').selectOption('published');
    await page.getByText('Not for this platform').waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('link', { name: 'Not for this platform' }).click();
    await page.getByText(/^X refused: /).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^The next attempt is at/).waitFor();
    await page.getByText('0 of 1 destination is done.').waitFor();
    await page.route('**/v1/events/stream*', (route) => route.abort());
    await page.reload();
    await page.getByText('This page asks every two seconds.').waitFor();
    await page.unroute('**/v1/events/stream*');
    await page.getByText('This page asks every two seconds.').waitFor({ state: 'detached' });
    await picture('console-post-progress');
    await send('POST /sandbox/clock/advance', { seconds: 600 });
    await page.getByText('Live on X', { exact: true }).waitFor({ timeout: 30_000 });
  });

  it('schedules a post, moves it in the calendar, edits and cancels it', async () => {
    await open('New post');
    await page.getByRole('checkbox', { name: /^Threads / }).check();
    await page.getByLabel('Text', { exact: true }).fill('On its way');
    await page.getByLabel('Schedule it').check();
    const [today] = (await send('GET /sandbox/clock')).now.split('T');
    const month = (await page.evaluate('new Date().toISOString().slice(0, 7)')) as string;
    expect(today.slice(0, 7), 'the clock of the workspace is that of this machine').to.equal(month);
    const next = new Date(`${month}-15T12:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);
    const day = next.toISOString().slice(0, 10);
    await page.getByLabel('Time', { exact: true }).fill(`${day}T09:30`);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.waitForURL(/#\/posts\/c/);
    const id = idOfPage();
    expect((await send(`GET /posts/${id}`)).status).to.equal('scheduled');
    await open('Calendar');
    await page.getByRole('button', { name: 'Month after' }).click();
    await page.getByRole('link', { name: /09:30.*On its way/ }).waitFor();
    await picture('console-calendar');
    const before = (await send(`GET /posts/${id}`)).scheduledFor;
    const later = new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Day of On its way').fill(later);
    await page.getByText(/On its way goes out on/).waitFor();
    const moved = (await send(`GET /posts/${id}`)).scheduledFor;
    expect(Date.parse(moved) - Date.parse(before)).to.equal(86_400_000);
    await page.getByRole('link', { name: /On its way/ }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).to.equal('On its way');
    await page.getByLabel('Text', { exact: true }).fill('On another way');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByRole('heading', { name: 'On another way' }).waitFor();
    expect((await send(`GET /posts/${id}`)).content).to.equal('On another way');
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('cancelled', { exact: true }).first().waitFor();
  });

  it('connects an account by the consent page of its platform, and disconnects it', async () => {
    await open('Accounts');
    await page.getByLabel('Platform').selectOption('mastodon');
    await page.getByRole('button', { name: 'Connect an account of Mastodon' }).click();
    await page.locator('#allow').click();
    await page.getByText(/ on Mastodon is connected\./).waitFor();
    await picture('console-accounts');
    await page.getByLabel('Platform').selectOption('pinterest');
    await page.getByRole('button', { name: 'Connect an account of Pinterest' }).click();
    await page.locator('#deny').click();
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Snapchat' }).first();
    await row.getByRole('button', { name: /^Disconnect/ }).click();
    await dialog().getByRole('button', { name: 'Disconnect' }).click();
    await until(
      'it is released',
      async () => (await send(`GET /accounts/${service().demo.accounts['SNAPCHAT']}`)).status === 'disconnected',
    );
  });

  it('makes a key that works, and revokes it', async () => {
    await open('API keys');
    await page.getByLabel('Name').fill('Blog');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = await page.locator('code.secret').innerText();
    expect((await service().ask(key, 'GET /posts')).status).to.equal(200);
    expect((await service().ask(key, 'GET /webhooks')).status).to.equal(403);
    await picture('console-keys');
    await page.getByRole('button', { name: 'Revoke Blog' }).click();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /Blog.*revoked/ }).waitFor();
    expect((await service().ask(key, 'GET /posts')).status).to.equal(401);
  });

  it('makes a webhook, sees that nothing answers there, and deletes it', async () => {
    await open('Webhooks');
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hooks');
    await page.getByRole('button', { name: 'Make the endpoint' }).click();
    await page.getByText('url: must be an HTTPS address').waitFor();
    // Nothing listens on the discard port.
    await page.getByLabel('Address').fill('https://127.0.0.1:9/hooks');
    await page.getByRole('button', { name: 'Make the endpoint' }).click();
    await page.locator('code.secret').waitFor();
    await page.getByRole('link', { name: 'https://127.0.0.1:9/hooks' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('row', { name: /^test\.webhook.*ECONNREFUSED/ }).waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    await picture('console-webhook');
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no webhook endpoint.').waitFor();
  });

  it('reads mentions and reviews, and answers a review and a message', async () => {
    const { accounts } = service().demo;
    const author = { id: '77', username: 'zoe' };
    await send('POST /sandbox/inbox/mentions', { accountId: accounts['FACEBOOK'], text: 'Look at them', author });
    await send('POST /sandbox/inbox/messages', { accountId: accounts['FACEBOOK'], text: 'Are you open?', author });
    await send('POST /sandbox/inbox/reviews', {
      accountId: accounts['GOOGLE_BUSINESS'],
      rating: 2,
      text: 'Slow',
      reviewerName: 'Tom',
      locationPath: 'accounts/1/locations/2',
      locationName: 'Harbour',
    });
    await open('Inbox');
    await page.getByRole('button', { name: 'Mentions' }).click();
    await page.getByText('Look at them').waitFor();
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('new', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reviews' }).click();
    await page.getByLabel('Reply to Tom').fill('We are sorry');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText('replied', { exact: true }).waitFor();
    await picture('console-reviews');
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('link', { name: 'zoe' }).first().click();
    await page.getByText('Are you open?').waitFor();
    await page.getByLabel('Message').fill('Until six');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('sent', { exact: true }).waitFor();
    const objects = await send(`GET /sandbox/platforms/FACEBOOK/objects?accountId=${accounts['FACEBOOK']}`);
    expect(objects.objects.map(({ text }: { text: string }) => text)).to.include('Until six');
  });

  it('fits a telephone, and signs out so that the next person is asked', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const place of ['compose', 'calendar', 'posts', 'accounts', 'webhooks', 'keys', 'inbox']) {
      await page.goto(`${origin}/console#/${place}`);
      await page.locator('main h2').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), place).to.equal(true);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await open('Posts');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${origin}/oidc/session/end**`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${origin}/oidc/interaction/**`);
    await page.locator('button[name=user]').first().waitFor();
    expect(complaints).to.deep.equal([]);
  });
});
