import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './browser.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

describe('a person who follows the button of a mail in a browser', function () {
  this.timeout(60_000);
  const service = useRunningService();
  let browser: Browser;
  let origin: string;
  const pages: Page[] = [];

  const session = (): string => service().demo.sessionToken;
  const send = async (line: string, body?: unknown, token = service().demo.apiKey) => {
    const answer = await service().ask(token, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };
  /** Opens a mail as a reader shows it, and presses its button. */
  const pressIn = async (to: string, subject: string, button: string, key = service().demo.apiKey): Promise<Page> => {
    let html: string | undefined;
    await until(`the mail ${subject} is there`, async () => {
      const { emails } = await send(`GET /sandbox/emails?to=${encodeURIComponent(to)}`, undefined, key);
      html = emails.find((mail: Record<string, string>) => mail['subject']?.includes(subject))?.html;
      return html !== undefined;
    });
    const page = await (await browser.newContext()).newPage();
    pages.push(page);
    await page.setContent(html ?? '');
    await page.getByRole('link', { name: button, exact: true }).click();
    return page;
  };
  const signIn = async (page: Page, userId: string): Promise<void> => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator(`button[name=user][value="${userId}"]`).click();
  };
  const emailOf = async (userId: string): Promise<string> => {
    const { data } = await send(`GET /workspaces/${service().demo.workspaceId}/members`);
    return data.find((member: Record<string, unknown>) => member['userId'] === userId).email;
  };
  /** Another person of the workspace, who may decide. */
  const colleague = async (): Promise<Readonly<{ userId: string; email: string }>> => {
    const { userId } = await send('POST /sandbox/members', { role: 'ADMIN' });
    return { userId, email: await emailOf(userId) };
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
  });
  after(() => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await pages.at(-1)?.screenshot({ path: path.join(pictures, 'mail-links-failure.png'), fullPage: true });
  });

  it('signs in and decides about the post of the mail', async () => {
    const { demo } = service();
    const { userId, email } = await colleague();
    const steps = [{ order: 1, role: 'Editor', approverIds: [userId] }];
    const { data } = await send(`POST /workspaces/${demo.workspaceId}/approval-workflows`, { name: 'Legal', steps });
    const accountIds = [demo.accounts['MASTODON']];
    const [other, post] = [
      await send('POST /posts', { content: 'Another post', accountIds, saveAsDraft: true }),
      await send('POST /posts', { content: 'Read me first', accountIds, saveAsDraft: true }),
    ];
    for (const { id } of [other, post]) await send(`POST /posts/${id}/start-approval`, { workflowId: data.id });
    const page = await pressIn(email, 'Read me first', 'Decide');
    await signIn(page, userId);
    await page.getByRole('heading', { name: 'Read me first' }).waitFor();
    expect(await page.getByText('Another post').count(), 'the mail is about one post').to.equal(0);
    await page.screenshot({ path: path.join(pictures, 'mail-link-approval.png'), fullPage: true });
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('This post waits for no approval any more.').waitFor();
    expect((await send(`GET /posts/${post.id}`)).status).to.equal('approved');
  });

  it('decides about a post of the calendar', async () => {
    const { demo } = service();
    await send(`PATCH /workspaces/${demo.workspaceId}`, { settings: { require_approval: true } });
    const { userId, email } = await colleague();
    const planned = { accountId: demo.accounts['MASTODON'], platform: 'MASTODON', content: 'In a week' };
    const { data } = await send('POST /calendar/posts', planned);
    await send(`POST /calendar/posts/${data.id}/submit`, {}, session());
    const page = await pressIn(email, 'In a week', 'Decide');
    await signIn(page, userId);
    await page.getByText('In a week').waitFor();
    await page.getByLabel('Notes').fill('Too late');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Notes: Too late').waitFor();
    expect((await send(`GET /calendar/posts/${data.id}`)).data.status).to.equal('REJECTED');
    await page.screenshot({ path: path.join(pictures, 'mail-link-calendar-post.png'), fullPage: true });
  });

  it('declines one offer of the ownership, and accepts the next', async () => {
    const { workspaceId } = service().demo;
    const { userId, email } = await colleague();
    const offer = () => send(`POST /workspaces/${workspaceId}/transfer-request`, { targetUserId: userId }, session());
    await offer();
    const page = await pressIn(email, 'is offered', 'See the offer');
    await signIn(page, userId);
    await page.getByText('The owner offers you the workspace').waitFor();
    await page.screenshot({ path: path.join(pictures, 'mail-link-offer.png'), fullPage: true });
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('The offer is declined.').waitFor();
    await offer();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await page.getByText(/^You own .* now\.$/).waitFor();
    const { data } = await send(`GET /workspaces/${workspaceId}/members`);
    expect(data.find((member: Record<string, unknown>) => member['role'] === 'OWNER').userId).to.equal(userId);
  });

  it('joins the workspace of an invitation, which opens once', async () => {
    const other = await service().workspace('agency', false);
    const line = `POST /workspaces/${other.workspaceId}/invitations`;
    const invited = await other.byOwner(line, { email: 'ivy@example.com', role: 'EDITOR' });
    expect(invited.status, JSON.stringify(invited.body)).to.equal(201);
    const page = await pressIn('ivy@example.com', 'You are invited', 'Join Test workspace', other.apiKey);
    await signIn(page, service().demo.userId);
    await page.getByText('ivy@example.com is invited to join Test workspace as editor.').waitFor();
    await page.screenshot({ path: path.join(pictures, 'mail-link-invitation.png'), fullPage: true });
    const address = page.url();
    await page.getByRole('button', { name: 'Join Test workspace' }).click();
    await page.getByRole('link', { name: 'Open the workspace' }).click();
    const chosen = page.locator('header select');
    await until('the workspace is open', async () => (await chosen.inputValue()) === other.workspaceId);
    const { data } = (await other.send(`GET /workspaces/${other.workspaceId}/members`)).body;
    expect((data as Record<string, unknown>[]).find(({ userId }) => userId === service().demo.userId)).to.include({
      role: 'EDITOR',
    });
    await page.goto(address);
    await page.locator('[role=alert]', { hasText: /invitation/i }).waitFor();
    expect(await page.getByRole('button', { name: 'Join' }).count(), 'the link of a used invitation').to.equal(0);
  });

  it('sees the workspace of the mail, and its own where the link names that of others', async () => {
    const { demo } = service();
    const made = await send('POST /workspaces', { name: 'Second', slug: 'second-of-links' }, session());
    const second: string = made.id ?? made.data.id;
    const page = await (await browser.newContext()).newPage();
    pages.push(page);
    await page.goto(`${origin}/console?workspace=${second}#/members`);
    await signIn(page, demo.userId);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    const chosen = page.locator('header select');
    await until('the workspace of the mail is chosen', async () => (await chosen.inputValue()) === second);
    expect(new URL(page.url()).search, 'the address').to.equal('');
    await page.goto(`${origin}/console?workspace=c00000000000000000000zzzz#/members`);
    await page.getByText('(you)').waitFor();
    await until('the own workspace is chosen', async () => (await chosen.inputValue()) === demo.workspaceId);
  });
});
