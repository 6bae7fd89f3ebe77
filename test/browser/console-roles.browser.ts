import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { groups } from '../../infra/edge/console/app/places.ts';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

describe('people of every role at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
  const { send, open } = site;

  /** A new member of the demo workspace, in a browser of their own. */
  const member = async (role: string) => {
    const made = await send('POST /sandbox/members', { role });
    return { ...made, page: await site.asPerson(made.sessionToken) };
  };

  describe('a member without rights', () => {
    let page: Page;
    let addresses: readonly string[];
    const refused: string[] = [];
    const asked = new Set<Request>();

    before(async () => {
      page = (await member('VIEWER')).page;
      // What only reads may be a stream without an end.
      page.on('request', (request) => request.method() !== 'GET' && asked.add(request));
      page.on('requestfinished', (request) => asked.delete(request));
      page.on('requestfailed', (request) => asked.delete(request));
      page.on('response', (response) => {
        if (response.status() === 403)
          refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
      });
      const { accounts } = site.service().demo;
      const post = await send('POST /posts', {
        content: 'Of the team',
        accountIds: [accounts['BLUESKY']],
        saveAsDraft: true,
      });
      const scheduledFor = new Date(Date.now() + 86_400_000).toISOString();
      const later = await send('POST /posts', {
        content: 'For later',
        accountIds: [accounts['BLUESKY']],
        scheduledFor,
      });
      const gone = await send('POST /posts', { content: 'Gone out', accountIds: [accounts['BLUESKY']] });
      await send(`POST /posts/${gone.id}/publish?sync=true&timeout=60`);
      const contact = await send('POST /contacts', { platform: 'FACEBOOK', platformId: '1', displayName: 'Zoe' });
      const { broadcast } = await send('POST /broadcasts', {
        name: 'News',
        messageTemplate: 'Hi',
        platforms: ['FACEBOOK'],
      });
      const sequence = await send('POST /sequences', { name: 'Welcome' });
      await send(`POST /sequences/${sequence.id}/steps`, { delayHours: 1, messageTemplate: 'Hi' });
      const { automation } = await send('POST /comment-automations', {
        name: 'Shop',
        keywords: ['shop'],
        actions: { reply: 'Yes' },
      });
      const webhook = await send('POST /webhooks', { url: 'https://127.0.0.1:9/hooks', events: ['post.created'] });
      await send('POST /webhooks/test', { webhookId: webhook.id });
      addresses = [
        ...Object.values(groups).flatMap((of) => Object.keys(of)),
        ...[post, later, gone].map(({ id }) => `posts/${id}`),
        `posts/${later.id}/edit`,
        `contacts/${contact.id}`,
        `broadcasts/${broadcast.id}`,
        `broadcasts/new`,
        `sequences/${sequence.id}`,
        `sequences/new`,
        `automations/${automation.id}`,
        `webhooks/${webhook.id}`,
        'ownership',
      ];
    });
    after(() => page.context().close());

    /** Presses every button of the page that is there, and the one of the question behind it. */
    const pressAll = async (): Promise<void> => {
      // Leaving is a right of every member, and would end the walk.
      const buttons = page.locator('main button:visible:enabled:not(:has-text("Leave the workspace"))');
      await page.locator('main details').evaluateAll('(all) => all.forEach((one) => { one.open = true; })');
      const count = await buttons.count();
      for (let index = 0; index < count; index += 1) {
        const button = buttons.nth(index);
        // A button may be gone, or named for another state, after one before it was pressed.
        if (!(await button.isVisible())) break;
        await button.click();
        const dialog = page.locator('main dialog[open]');
        if ((await dialog.count()) > 0) await dialog.getByRole('button').last().click();
        await page.keyboard.press('Escape');
      }
    };

    it('finds no button that the service refuses', async () => {
      const wrong: string[] = [];
      for (const address of addresses) {
        await open(address, page);
        await page.locator('main h2, main .empty').first().waitFor();
        await page.getByText('Looking …').first().waitFor({ state: 'detached' });
        await pressAll();
        await until('every request is answered', async () => asked.size === 0, 10_000);
        wrong.push(...refused.splice(0).map((line) => `${address}: ${line}`));
      }
      expect(wrong).to.deep.equal([]);
    });
  });
});
