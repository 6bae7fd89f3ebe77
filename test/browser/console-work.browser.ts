import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './browser.ts';
import { isOfBusyMachine } from './busy-machine.ts';
import { uploadPhoto } from './filled-workspace.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

describe('a team at the console in a browser', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let browser: Browser;
  let page: Page;
  let origin: string;
  const complaints: string[] = [];

  const session = (): string => service().demo.sessionToken;
  const send = async (line: string, body?: unknown, token = service().demo.apiKey) => {
    const answer = await service().ask(token, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };
  const picture = (name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
  const open = (name: string) => page.getByRole('link', { name, exact: true }).click();
  /** The page of members as another person sees it. */
  const membersAsSeenBy = async (token: string): Promise<Page> => {
    const theirs = await (await browser.newContext()).newPage();
    await theirs.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(token)})`);
    await theirs.goto(`${origin}/console#/members`);
    await theirs.getByText('(you)').waitFor();
    return theirs;
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
    page = await (await browser.newContext({ colorScheme: 'light' })).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !isOfBusyMachine(message)) complaints.push(message.text());
    });
    page.on('pageerror', (fault) => complaints.push(String(fault)));
    await page.goto(`${origin}/console`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${origin}/oidc/interaction/**`);
    await page.locator('button[name=user]').first().click();
    await page.waitForSelector('h2#posts');
  });
  after(() => browser?.close());

  it('approves a post that waits, beside what will go out', async () => {
    const { demo } = service();
    const steps = [{ order: 1, role: 'Editor', approverIds: [demo.userId] }];
    const { data } = await send(`POST /workspaces/${demo.workspaceId}/approval-workflows`, { name: 'Legal', steps });
    const post = await send('POST /posts', {
      content: 'Read me first',
      accountIds: [demo.accounts['MASTODON'], demo.accounts['BLUESKY']],
      mediaIds: [await uploadPhoto({ send })],
      threadItems: [
        { sequence: 1, content: 'Read me first' },
        { sequence: 2, content: 'Then read this' },
      ],
      platformOverrides: { BLUESKY: { content: 'Read me second' } },
      platformMetadata: { MASTODON: { visibility: 'unlisted' } },
      firstComment: 'And this last',
      saveAsDraft: true,
    });
    await send(`POST /posts/${post.id}/start-approval`, { workflowId: data.id });
    await open('Approvals');
    await page.getByRole('heading', { name: 'Read me first' }).waitFor();
    const said = ['Part 2: Then read this', 'On Bluesky: Read me second', 'First comment: And this last'];
    for (const part of [...said, 'Mastodon, Visibility: unlisted', 'Loaves on a shelf'])
      await page.getByText(part).waitFor();
    await page.getByText('How it looks on Mastodon, Bluesky').click();
    const onBluesky = page.getByRole('article', { name: 'On Bluesky' });
    await onBluesky.getByText('Read me second').waitFor();
    await onBluesky.getByRole('img', { name: 'Loaves on a shelf' }).waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Say why in the comment.').waitFor();
    await picture('console-approvals');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('No post waits for an approval.').waitFor();
    expect((await send(`GET /posts/${post.id}`)).status).to.equal('approved');
  });

  it('answers a comment', async () => {
    const accountId = service().demo.accounts['BLUESKY'];
    const post = await send('POST /posts', { content: 'Tell us', accountIds: [accountId] });
    await send(`POST /posts/${post.id}/publish?sync=true&timeout=60`);
    const { platforms } = await send(`GET /posts/${post.id}`);
    await send('POST /sandbox/inbox/comments', {
      accountId,
      platformPostId: platforms[0].platformPostId,
      text: 'Well said',
      author: { id: 'did:plc:zoe', username: 'zoe.example.com' },
    });
    await open('Inbox');
    await page.getByRole('button', { name: 'Ask the platforms now' }).click();
    await page.getByText('Well said').waitFor();
    await page.getByLabel('Reply to zoe.example.com').fill('Thank you');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText('replied', { exact: true }).waitFor();
    await picture('console-inbox');
    await page.getByRole('button', { name: 'Without a reply' }).click();
    await page.getByText('There are no comments.').waitFor();
  });

  it('sends a broadcast and follows it to its end', async () => {
    await send('POST /sandbox/contacts', { accountId: service().demo.accounts['FACEBOOK'], count: 3 });
    await send('POST /broadcasts', { name: 'Spring', messageTemplate: 'Half price', platforms: ['FACEBOOK'] });
    await open('Broadcasts');
    await page.getByRole('link', { name: 'Spring' }).click();
    await page.getByText('Half price').first().waitFor();
    await page.getByText('3 contacts can be written to now.').waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await page.getByText(/^sent$/).waitFor({ timeout: 30_000 });
    await page
      .getByRole('row', { name: /Test Person.*Facebook.*delivered/ })
      .nth(2)
      .waitFor();
    await picture('console-broadcast');
  });

  it('sees the plan, the jobs and the figures of its posts', async () => {
    await open('Plan');
    await page.getByText('What is used').waitFor();
    await picture('console-plan');
    await send('POST /sandbox/credits', { balance: 5 });
    const accountId = service().demo.accounts['TWITTER'];
    const wanted = { accountId, platform: 'TWITTER', totalPosts: 1, topicHint: 'green tea' };
    await send('POST /bulk-generate', { ...wanted, scheduledDates: ['2030-01-01T10:00:00Z'] }, session());
    await open('Jobs');
    await page.getByText('completed', { exact: true }).waitFor({ timeout: 30_000 });
    await picture('console-jobs');
    await send('POST /sandbox/clock/advance', { seconds: 2 * 86_400 });
    await until('figures are there', async () => (await send('GET /analytics/overview')).totals.posts > 0, 30_000);
    await open('Overview');
    await page.getByRole('img', { name: 'Posts, day by day' }).waitFor();
    await picture('console-overview');
  });

  it('finds a contact by a word of the name, and pages through the others', async () => {
    const zoe = { platform: 'FACEBOOK', platformId: 'zoe', displayName: 'Zoe Winter', tags: ['vip'] };
    await send('POST /contacts', zoe);
    await send('POST /sandbox/contacts', { accountId: service().demo.accounts['FACEBOOK'], count: 30 });
    await open('Contacts');
    await page.getByText('page 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('page 2 of 2').waitFor();
    await page.getByLabel('Name').fill('winter');
    await page.keyboard.press('Enter');
    await page.getByText('Contacts, newest first: 1', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Zoe Winter.*Facebook.*vip/ }).waitFor();
    await picture('console-contacts');
    await page.getByLabel('Name').fill('summer');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No contact has this name.').waitFor();
  });

  it('imports contacts from a file, and sees its faulty lines', async () => {
    await open('Contacts');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Choose a file first.').waitFor();
    const choose = (buffer: Buffer) =>
      page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await choose(Buffer.from([0xff, 0xfe]));
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('The file is not in UTF-8.').waitFor();
    await choose(Buffer.from('platform,platformId,displayName\nfacebook,ivy,Ivy Frost\nnowhere,1,\n'));
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('row', { name: /completed.*2 of 2/ }).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: /^Faulty lines of/ }).click();
    await page.getByRole('row', { name: /3 platform/ }).waitFor();
    await picture('console-contact-imports');
  });

  it('sees what each comment automation does', async () => {
    await send('POST /comment-automations', {
      name: 'Prices',
      keywords: ['price', 'cost'],
      actions: { reply: 'We write to you', tags: ['asked'] },
    });
    await open('Automations');
    await page.getByRole('row', { name: /Prices.*price, cost.*replies: We write to you/ }).waitFor();
    await picture('console-automations');
  });

  it('invites a person, sends the invitation again and withdraws it', async () => {
    await open('Members');
    await page.getByText('No invitation is pending.').waitFor();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Write an e-mail address first.').waitFor();
    await page.getByLabel('E-mail address').fill('zoe@example.com');
    await page.getByLabel('Invite as').selectOption('EDITOR');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('zoe@example.com is invited.').waitFor();
    await page.getByRole('cell', { name: 'zoe@example.com', exact: true }).waitFor();
    const pending = async () => (await send(`GET /workspaces/${service().demo.workspaceId}/invitations`)).data;
    expect((await pending()).map(({ email, role }: Record<string, unknown>) => [email, role])).to.deep.equal([
      ['zoe@example.com', 'EDITOR'],
    ]);
    await page.getByRole('button', { name: 'Resend the invitation of zoe@example.com' }).click();
    await page.getByText('zoe@example.com has a new link').waitFor();
    await picture('console-members');
    await page.getByRole('button', { name: 'Delete the invitation of zoe@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No invitation is pending.').waitFor();
    expect(await pending()).to.deep.equal([]);
  });

  it('gives a member another role, and removes a member after a question', async () => {
    const { workspaceId } = service().demo;
    const { userId } = await send('POST /sandbox/members', { role: 'ADMIN' });
    const who = `${userId}@example.test`;
    const role = async () => {
      const { data } = await send(`GET /workspaces/${workspaceId}/members`);
      return data.find((member: Record<string, unknown>) => member['userId'] === userId)?.role;
    };
    const dialog = page.getByRole('dialog');
    await page.getByLabel(`Role of ${who}`, { exact: true }).selectOption('EDITOR');
    await page.getByRole('button', { name: `Change role of ${who}` }).click();
    await dialog.getByText('are revoked').waitFor();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByText(`${who} has the role EDITOR now.`).waitFor();
    expect(await role()).to.equal('EDITOR');
    await page.getByLabel(`Role of ${who}`, { exact: true }).selectOption('VIEWER');
    await page.getByRole('button', { name: `Change role of ${who}` }).click();
    await page.getByText(`${who} has the role VIEWER now.`).waitFor();
    expect(await role()).to.equal('VIEWER');
    await page.getByRole('button', { name: `Remove ${who}` }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await role()).to.equal('VIEWER');
    await page.getByRole('button', { name: `Remove ${who}` }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText(`${who} is no longer a member.`).waitFor();
    expect(await role()).to.equal(undefined);
  });

  it('offers a viewer to leave, and nothing else', async () => {
    const { workspaceId } = service().demo;
    const { userId, sessionToken } = await send('POST /sandbox/members', { role: 'VIEWER' });
    await send(`POST /workspaces/${workspaceId}/invitations`, { email: 'ben@example.com' }, session());
    const theirs = await membersAsSeenBy(sessionToken);
    await theirs.getByRole('cell', { name: 'ben@example.com', exact: true }).waitFor();
    expect(await theirs.locator('main button:visible').allInnerTexts()).to.deep.equal(['Leave the workspace']);
    expect(await theirs.locator('main select').count()).to.equal(0);
    await theirs.getByRole('button', { name: 'Leave the workspace' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Leave the workspace' }).click();
    await theirs.waitForURL(`${origin}/console`);
    const { data } = await send(`GET /workspaces/${workspaceId}/members`);
    expect(data.map((member: Record<string, unknown>) => member['userId'])).not.to.include(userId);
    await theirs.context().close();
  });

  it('shows the reason of the service where it refuses an invitation', async () => {
    const { sessionToken } = await send('POST /sandbox/members', { role: 'ADMIN' });
    const theirs = await membersAsSeenBy(sessionToken);
    await theirs.getByLabel('E-mail address').fill('ben@example.com');
    await theirs.getByRole('button', { name: 'Invite', exact: true }).click();
    await theirs.getByText('This address is invited already; resend that invitation').waitFor();
    await theirs.context().close();
  });

  it('fits a telephone, and breaks no rule of its own', async () => {
    const work = ['Approvals', 'Inbox', 'Contacts', 'Automations', 'Broadcasts'];
    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of [...work, 'Jobs', 'Members', 'Plan', 'Overview']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await open(name);
      await page.getByRole('heading', { level: 2, name }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).to.equal(true);
    }
    expect(complaints).to.deep.equal([]);
  });
});
