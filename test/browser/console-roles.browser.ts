import { expect } from 'chai';
import { sql } from 'kysely';
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

  it('an operator finds what is parked, follows its request to the webhook, and lets it go on', async () => {
    const { page } = site;
    const { accounts, workspaceId } = site.service().demo;
    await send('POST /webhooks', { url: 'https://127.0.0.1:9/parked', events: ['post.created'] });
    const content = { content: 'Stuck', accountIds: [accounts['BLUESKY']], saveAsDraft: true };
    const { id } = await send('POST /posts', content);
    const stream = `post-${id}`;
    await sql`
      insert into parked (subscriber, key, workspace_id, stream, "commit", event_type, error)
      values ('posts#1', ${id}, ${workspaceId}, ${stream}, 0, 'PostCreated', 'a field is missing')`.execute(
      site.service().database.kysely,
    );
    await open('machinery');
    await page.getByText('1 parked', { exact: true }).click();
    await page.getByText('a field is missing').waitFor();
    await page.getByRole('link', { name: stream }).click();
    await page.getByRole('heading', { level: 2, name: 'Events' }).waitFor();
    await page.getByRole('row', { name: stream }).getByRole('link', { name: 'follow' }).click();
    await page.getByRole('heading', { name: 'What a request led to' }).waitFor();
    const delivery = page.getByRole('link', { name: /^webhookDelivery-/ }).first();
    await until('the webhook is part of the request', async () => {
      if (await delivery.isVisible()) return true;
      await page.reload();
      await page.getByText('This is the end of the log.').waitFor();
      return delivery.isVisible();
    });
    await delivery.click();
    await page.getByRole('heading', { name: 'post.created' }).waitFor();

    await open('machinery');
    await page.getByText('1 parked', { exact: true }).click();
    await page.getByRole('link', { name: 'open it' }).click();
    await page.getByRole('heading', { level: 2, name: 'Stuck' }).waitFor();
    await open('machinery');
    await page.getByText('1 parked', { exact: true }).click();
    await page.getByRole('button', { name: `Let ${id} of posts go on` }).click();
    await page.getByText('1 parked', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rebuild queues' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Rebuild queues' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
    await until('the rebuilt one is live', async () => /queues#2\s+live/.test(await page.innerText('main')), 20_000);
  });

  const session = (): string => site.service().demo.sessionToken;

  /** The page in both themes and at three widths. */
  const looked = async (name: string): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const)
      for (const width of [360, 768, 1600]) {
        await site.page.emulateMedia({ colorScheme });
        await site.page.setViewportSize({ width, height: 900 });
        expect(await site.page.evaluate('document.documentElement.scrollWidth'), `${width} px`).to.be.at.most(width);
        await site.picture(`console-${name}-${width}-${colorScheme}`);
      }
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

  it('offers the ownership from the list of members, and the other person declines', async () => {
    const { page } = site;
    const other = await member('ADMIN');
    await open('members');
    const { data } = await send(`GET /workspaces/${site.service().demo.workspaceId}/members`);
    const { email } = data.find(({ userId }: Readonly<{ userId: string }>) => userId === other.userId);
    await page.getByRole('button', { name: `Offer the ownership to ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Offer the ownership' }).click();
    await page.getByText(`The workspace is offered to ${email}. It is yours until they accept.`).waitFor();
    await page.getByText(`The ownership of this workspace is offered to ${email}.`).waitFor();
    await looked('members');
    await open('members', other.page);
    await other.page.getByText('The owner offers you this workspace.').waitFor();
    await other.page.getByRole('link', { name: 'Answer it' }).click();
    await other.page.getByRole('button', { name: 'Decline' }).click();
    await other.page.getByText('The offer is declined.').waitFor();
    await page.getByRole('button', { name: `Offer the ownership to ${email}` }).waitFor();
    await other.page.context().close();
  });

  it('buys credits and changes the plan after its price is shown, or reads who can', async () => {
    const { page } = site;
    await open('plan');
    await page.getByRole('spinbutton', { name: 'Credits' }).fill('100');
    await page.getByRole('button', { name: 'Buy credits' }).click();
    await page.getByRole('dialog').getByText('Buy 100 credits for $4?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Buy credits' }).click();
    await page.getByText('100 credits were bought').waitFor();
    await page.getByRole('row', { name: /^purchased 100 / }).waitFor();
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('Pro');
    const { message } = await send('POST /subscription/preview-change', { plan: 'pro' }, session());
    await page.getByRole('status').getByText(message).waitFor();
    await looked('plan');
    await page.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the plan' }).click();
    await page.getByText(/^It changes to pro on/).waitFor();
    await page.getByRole('button', { name: 'Withdraw the change' }).click();
    await page.getByText(/^It changes to pro on/).waitFor({ state: 'detached' });
    const viewer = await member('VIEWER');
    await open('plan', viewer.page);
    await viewer.page.getByText('Your role here is viewer. This takes the role admin. Ask the owner').waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Buy credits' }).count()).to.equal(0);
    await viewer.page.context().close();
  });
});
