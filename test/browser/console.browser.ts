import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './browser.ts';
import { isOfBusyMachine } from './busy-machine.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

describe('an auditor at the console in a browser', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let browser: Browser;
  let page: Page;
  let origin: string;
  let postId: string;
  const strangers: string[] = [];
  const complaints: string[] = [];

  const send = (line: string, body?: unknown) => service().ask(service().demo.apiKey, line, body);
  const picture = (name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
    page = await (await browser.newContext({ colorScheme: 'light' })).newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) strangers.push(request.url());
    });
    page.on('console', (message) => {
      // Test mode keeps no sessions, so it has none to end.
      const isOfSession = message.location().url.endsWith('/sessions/current');
      if (message.type() === 'error' && !isOfSession && !isOfBusyMachine(message)) complaints.push(message.text());
    });
    page.on('pageerror', (fault) => complaints.push(String(fault)));
    const accountIds = [service().demo.accounts['MASTODON']];
    const created = await send('POST /posts', { content: 'Written <i>first</i>', accountIds, saveAsDraft: true });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    postId = String(created.body.id);
    const edited = await send(`PATCH /posts/${postId}`, {
      content: 'Rewritten text',
      updatedAt: created.body.updatedAt,
    });
    expect(edited.status, JSON.stringify(edited.body)).to.equal(200);
    expect((await send(`POST /posts/${postId}/publish`)).status).to.be.oneOf([200, 202]);
    await until(
      'it is published',
      async () => (await send(`GET /posts/${postId}`)).body.status === 'published',
      20_000,
    );
  });
  after(() => browser?.close());

  it('signs in with the local issuer, by the keyboard, and no token is in the address', async () => {
    await page.goto(`${origin}/console`);
    await page.getByRole('button', { name: 'Sign in' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/oidc/interaction/**`);
    await page.locator('button[name=user], input[name=user]').first().waitFor();
    await page.locator('button').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('h2#posts');
    expect(page.url()).to.equal(`${origin}/console`);
    await page.getByRole('link', { name: 'Rewritten text' }).waitFor();
    await picture('console-posts');
  });

  it('moves through the life of a post with the arrow keys, and sees it as it was', async () => {
    await page.getByRole('link', { name: 'Rewritten text' }).click();
    await page.waitForURL(`${origin}/console#/posts/${postId}`);
    const then = page.locator('#as-it-was');
    await then.getByText('published', { exact: true }).first().waitFor();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    await then.getByText('Written <i>first</i>').waitFor();
    await then.getByText('draft', { exact: true }).first().waitFor();
    expect(await page.locator('.events [aria-current=step]').innerText()).to.include(
      await slider.getAttribute('aria-valuetext'),
    );
    await picture('console-post-as-it-was');
    await page.keyboard.press('ArrowRight');
    await then.getByText('Rewritten text').waitFor();
    await page.keyboard.press('End');
    await then.getByText('published', { exact: true }).first().waitFor();
  });

  it('finds an account, its health and its timeline', async () => {
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByText('CONNECTED').first().waitFor();
    await picture('console-accounts');
    await page.locator(`a[href="#/accounts/${service().demo.accounts['MASTODON']}"]`).click();
    await page.getByRole('slider').waitFor();
    await page.locator('#as-it-was').getByText('CONNECTED').waitFor();
  });

  it('redelivers a webhook', async () => {
    const made = await send('POST /webhooks', { url: 'https://receiver.invalid/hook', events: ['post.created'] });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    await send('POST /webhooks/test', { webhookId: made.body.id });
    const status = async () => (await send(`GET /webhooks/${made.body.id}/deliveries`)).body.data[0];
    for (const retries of [0, 1, 2, 3]) {
      await until(`try ${retries} failed`, async () => (await status()).attempts.length === retries + 1, 20_000);
      await until('it rests', async () => (await status()).status !== 'DELIVERING', 20_000);
      await send('POST /sandbox/clock/advance', { seconds: 1000 });
    }
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'https://receiver.invalid/hook' }).click();
    await page
      .getByRole('button', { name: /^Redeliver test/ })
      .first()
      .click();
    await page.getByText('again', { exact: true }).first().waitFor();
    await picture('console-deliveries');
  });

  it('sees the machinery and rebuilds a read model', async () => {
    await page.getByRole('link', { name: 'Machinery' }).click();
    await page.getByText('caught up').first().waitFor();
    await page.setViewportSize({ width: 900, height: 900 });
    const rebuild = page.getByRole('button', { name: 'Rebuild queues' });
    const { x, width } = (await rebuild.boundingBox()) ?? { x: 900, width: 0 };
    expect(x + width, 'the button is in sight').to.be.at.most(900);
    await rebuild.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
    await until('the rebuilt one is live', async () => /queues#2\s+live/.test(await page.innerText('main')), 20_000);
    await picture('console-machinery');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('sees all people and workspaces, and what the installation holds and lacks', async () => {
    await page.getByRole('link', { name: 'People and workspaces' }).click();
    await page
      .getByRole('row', { name: /agency/ })
      .first()
      .waitFor();
    await page.getByText(/^People, the newest first: \d+$/).waitFor();
    await page.getByRole('link', { name: 'Installation' }).click();
    await page.getByRole('row', { name: /^Mail SMTP_ ?URL Invitations/ }).waitFor();
    await page.getByRole('row', { name: new RegExp(`^Node ${process.versions.node}`) }).waitFor();
    await page.getByRole('row', { name: /^Whole database .*MB$/ }).waitFor();
    await page.getByRole('button', { name: 'Count again' }).click();
    await page.getByText('counted', { exact: true }).waitFor();
  });

  it('reads as well in the dark and on a telephone', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.to.equal(light);
    await page.goto(`${origin}/console#/posts/${postId}`);
    await page.getByRole('slider').waitFor();
    await picture('console-dark');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
  });

  it('signs out, here and at the issuer', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${origin}/oidc/session/end**`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('loaded nothing from elsewhere and broke no rule of its own', () => {
    expect(strangers).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
