import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

describe('the days of an approver and of others at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole();
  const { send, open } = site;

  const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

  /** A new member of the demo workspace, in a browser of their own. */
  const member = async (role: string) => {
    const made = await send('POST /sandbox/members', { role });
    return { ...made, page: await site.asPerson(made.sessionToken) };
  };

  it('an approver on a telephone rejects one post with a reason, and approves another', async () => {
    const { demo } = site.service();
    const theirs = await member('EDITOR');
    await theirs.page.setViewportSize({ width: 360, height: 740 });
    const steps = [{ order: 1, role: 'Editor', approverIds: [theirs.userId] }];
    const { data } = await send(`POST /workspaces/${demo.workspaceId}/approval-workflows`, { name: 'Legal', steps });
    const waiting = async (content: string): Promise<string> => {
      const draft = { content, accountIds: [demo.accounts['BLUESKY']], saveAsDraft: true };
      const { id } = await send('POST /posts', draft);
      await send(`POST /posts/${id}/start-approval`, { workflowId: data.id });
      return id;
    };
    const [good, bad] = [await waiting('A good one'), await waiting('A bad one')];
    await open('approvals', theirs.page);
    const card = (name: string) => theirs.page.getByRole('article', { name });
    await card('A bad one').getByRole('button', { name: 'Reject' }).click();
    await theirs.page.getByText('Say why in the comment.').waitFor();
    await card('A bad one').getByLabel('Comment').fill('The price is wrong');
    await card('A bad one').getByRole('button', { name: 'Reject' }).click();
    await card('A bad one').waitFor({ state: 'detached' });
    await card('A good one').getByLabel('Comment').fill('Well done');
    expect(await widthOf(theirs.page)).to.be.at.most(360);
    await card('A good one').getByRole('button', { name: 'Approve' }).click();
    await theirs.page.getByText('No post waits for an approval.').waitFor();
    expect((await send(`GET /posts/${good}`)).status).to.equal('approved');
    // A rejected post is a draft again, for its author to mend.
    expect((await send(`GET /posts/${bad}`)).status).to.equal('draft');
    await theirs.page.context().close();
  });

  it('an administrator invites a person, gives a role, and makes and revokes a key', async () => {
    const { workspaceId } = site.service().demo;
    const { page } = await member('ADMIN');
    const { userId } = await send('POST /sandbox/members', { role: 'VIEWER' });
    const who = `${userId}@example.test`;
    await open('members', page);
    await page.getByLabel('E-mail address').fill('new@example.com');
    await page.getByLabel('Invite as').selectOption('EDITOR');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('new@example.com is invited.').waitFor();
    await page.getByLabel(`Role of ${who}`).selectOption('EDITOR');
    await page.getByRole('button', { name: `Change role of ${who}` }).click();
    await page.getByText(`${who} has the role EDITOR now.`).waitFor();
    await open('keys', page);
    const make = page.getByRole('region', { name: 'Make a key' });
    await make.getByLabel('Name').fill('Of the administrator');
    await make.getByRole('button', { name: 'Posts and media' }).click();
    await make.getByLabel('Lives').selectOption('a year');
    await make.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('This is the key. It is not shown again.').waitFor();
    const made = async () => {
      const { data } = await send(
        `GET /workspaces/${workspaceId}/api-keys`,
        undefined,
        site.service().demo.sessionToken,
      );
      return data.find(({ name }: Record<string, unknown>) => name === 'Of the administrator');
    };
    const { scopes, expiresAt } = await made();
    expect(scopes).to.include('posts:write').and.not.include('*');
    expect(Date.parse(expiresAt)).to.be.greaterThan(Date.now());
    await page.getByRole('button', { name: 'Revoke Of the administrator' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await until('the key is revoked', async () => (await made()).revokedAt !== null);
    await page.context().close();
  });

  it('a person whose session ends while a post is written comes back to it', async () => {
    const context = await site.page.context().browser()?.newContext();
    if (context === undefined) throw new Error('the browser is gone');
    const page = await context.newPage();
    const signIn = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${site.origin}/oidc/interaction/**`);
      await page.locator('button[name=user]').first().click();
    };
    await page.goto(`${site.origin}/console#/compose`);
    await signIn();
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Half a thought');
    await page.evaluate(`sessionStorage.setItem('console.token', 'of yesterday')`);
    // What is asked next is refused: the verdicts on the text.
    await page.getByRole('checkbox', { name: /^Mastodon / }).click();
    await page.getByText('Your session has ended. Sign in again; what you wrote is kept.').waitFor();
    await context.clearCookies();
    await signIn();
    await page.getByRole('heading', { level: 2, name: 'New post' }).waitFor();
    expect(await text.inputValue()).to.equal('Half a thought');
    expect(await page.getByRole('checkbox', { name: /^Mastodon / }).isChecked()).to.equal(true);
    await page.getByText('can go out').first().waitFor();
    await context.close();
  });

  it('a slow network shows the first page, and opens the next', async () => {
    const page = await site.asPerson(site.service().demo.sessionToken);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await open('posts', page);
    await page.getByRole('heading', { level: 2, name: 'Posts' }).waitFor();
    await page.getByRole('link', { name: 'Approvals', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Approvals' }).waitFor();
    await page.context().close();
  });

  it('hostile texts of strangers run nowhere, and are no wider than a telephone', async () => {
    const accountId = site.service().demo.accounts['FACEBOOK'];
    const located = {
      accountId: site.service().demo.accounts['GOOGLE_BUSINESS'],
      locationPath: 'accounts/1/locations/2',
      locationName: 'Harbour',
    };
    const attacks = [
      '<script>document.title="taken"</script><img src=x onerror=document.title="taken">',
      '\u202Eשלום עולם',
      'x'.repeat(10_000),
    ];
    const post = await send('POST /posts', { content: 'Tell us', accountIds: [accountId] });
    await send(`POST /posts/${post.id}/publish?sync=true&timeout=60`);
    const { platforms } = await send(`GET /posts/${post.id}`);
    for (const [index, text] of attacks.entries()) {
      const author = { id: `stranger-${index}`, username: text.slice(0, 80) };
      const on = { accountId, platformPostId: platforms[0].platformPostId };
      await send('POST /sandbox/inbox/comments', { ...on, text, author });
      await send('POST /sandbox/inbox/messages', { accountId, text, author });
      await send('POST /sandbox/inbox/reviews', { ...located, rating: 1, text, reviewerName: text.slice(0, 80) });
    }
    const page = await site.asPerson(site.service().demo.sessionToken);
    await page.setViewportSize({ width: 360, height: 740 });
    const bears = async (what: string): Promise<void> => {
      await page.getByText('x'.repeat(80)).first().waitFor();
      expect(await widthOf(page), what).to.be.at.most(360);
      expect(await page.locator('main script, main img').count(), what).to.equal(0);
      expect(await page.title(), what).not.to.include('taken');
    };
    await open('inbox', page);
    await page.getByRole('button', { name: 'Ask the platforms now' }).click();
    await bears('comments');
    await page.getByRole('button', { name: 'Reviews' }).click();
    await bears('reviews');
    const { contacts } = await send('GET /contacts');
    await open('contacts', page);
    await bears('contacts');
    for (const { id } of contacts) {
      await open(`contacts/${id}`, page);
      await page.locator('main h2').waitFor();
      await page.getByText('Looking …').first().waitFor({ state: 'detached' });
      expect(await widthOf(page), id).to.be.at.most(360);
    }
    expect(await page.title()).not.to.include('taken');
    await page.context().close();
  });
});
