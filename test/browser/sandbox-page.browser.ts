import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { openBrowser } from './browser.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

describe('a person watching the sandbox in a browser', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let browser: Browser;
  let page: Page;
  let workspace: TestWorkspace;
  let origin: string;
  const strangers: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    origin = new URL(service().demo.baseUrl).origin;
    workspace = await service().workspace();
    page = await (await browser.newContext({ colorScheme: 'light' })).newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) strangers.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
    });
  });
  after(() => browser?.close());

  const publish = async (
    content: string,
    platforms: readonly (keyof TestWorkspace['accounts'])[],
    more: object = {},
  ) => {
    const accountIds = platforms.map((platform) => workspace.accounts[platform]);
    const created = await workspace.send('POST /posts', { content, accountIds, ...more });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    const id = String(created.body['id']);
    expect((await workspace.send(`POST /posts/${id}/publish`)).status).to.be.oneOf([200, 202]);
    await workspace.awaited(`GET /posts/${id}`, ({ status }) => status === 'published');
    return id;
  };
  const section = (platform: string) => page.locator(`section[data-platform=${platform}]`);

  it('gets in with the keyboard alone, and the key stays out of sight', async () => {
    await page.goto(`${origin}/sandbox`);
    expect(await page.title()).to.include('Sandbox');
    // The browser focuses the field with the first picture that it draws, and letters before that are lost.
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(workspace.apiKey);
    await page.keyboard.press('Enter');
    // Either the feed, or the page again with what was wrong.
    await page.locator('#feed, [role=alert]').waitFor();
    expect(await page.locator('[role=alert]').allInnerTexts()).to.deep.equal([]);
    expect(page.url()).to.equal(`${origin}/sandbox`);
    expect(await page.content()).not.to.include(workspace.apiKey);
    expect(await page.evaluate('document.cookie')).to.equal('');
  });

  it('sees a post appear where it was published, without asking again', async () => {
    await publish('Watched from a browser <b>&</b> live', ['TWITTER', 'MASTODON', 'BLUESKY']);
    for (const platform of ['TWITTER', 'MASTODON', 'BLUESKY'])
      await section(platform).locator('.text', { hasText: 'Watched from a browser <b>&</b> live' }).waitFor();
  });

  it('sees a picture, a comment beneath, and a deleted post struck through', async () => {
    const picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#c2570c' } })
      .jpeg()
      .toBuffer();
    const upload = { filename: 'orange.jpg', contentType: 'image/jpeg', sizeBytes: picture.length };
    const { status, body } = await workspace.send('POST /media/upload', upload);
    expect(status, JSON.stringify(body)).to.equal(201);
    const stored = await fetch(String(body['uploadUrl']), {
      method: 'PUT',
      headers: body['uploadHeaders'] as Record<string, string>,
      body: new Uint8Array(picture),
    });
    expect(stored.status).to.equal(200);
    const mediaId = String(body['mediaId']);
    await workspace.send(`POST /media/${mediaId}/confirm`);
    await workspace.awaited(`GET /media/${mediaId}`, (media) => media['status'] === 'READY');
    const id = await publish('With a picture', ['INSTAGRAM'], { mediaIds: [mediaId] });
    const shown = section('INSTAGRAM').locator('article', { hasText: 'With a picture' });
    await shown.locator('img').waitFor();
    await page.waitForFunction(
      `[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
    );

    const post = (await workspace.send(`GET /posts/${id}`)).body;
    const platformPostId = String((post['platforms'] as { platformPostId: string }[])[0]?.platformPostId);
    const commented = await workspace.send('POST /sandbox/inbox/comments', {
      accountId: workspace.accounts.INSTAGRAM,
      platformPostId,
      text: 'Lovely colour',
      author: { id: '77', username: 'passer-by' },
    });
    expect(commented.status).to.equal(201);
    await shown.locator('.beneath', { hasText: 'Lovely colour' }).waitFor();

    const gone = await publish('Taken back later', ['MASTODON']);
    await section('MASTODON').locator('.text', { hasText: 'Taken back later' }).waitFor();
    expect((await workspace.send(`POST /posts/${gone}/unpublish`)).status).to.be.oneOf([200, 202]);
    await section('MASTODON').locator('article.deleted del', { hasText: 'Taken back later' }).waitFor();
    await page.screenshot({ path: path.join(pictures, 'sandbox-light.png'), fullPage: true });
  });

  it('reads as well in the dark and on a telephone', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.to.equal(light);
    await page.screenshot({ path: path.join(pictures, 'sandbox-dark.png'), fullPage: true });
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    if (size) await page.setViewportSize(size);
  });

  it('chooses a platform with the keyboard', async () => {
    await page.focus('#platform');
    await page.keyboard.type('Mast');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/sandbox?platform=MASTODON**`);
    await section('MASTODON').waitFor();
    expect(await section('TWITTER').count()).to.equal(0);
    expect(await page.locator('#account option').count()).to.equal(2);
  });

  it('pauses and resumes', async () => {
    await page.click('#pause');
    expect(await page.getAttribute('#pause', 'aria-pressed')).to.equal('true');
    await publish('While the page is paused', ['MASTODON']);
    await page.click('#pause');
    await section('MASTODON').locator('.text', { hasText: 'While the page is paused' }).waitFor();
  });

  it('reads a mail as HTML and as text, and its button opens the console in another tab', async () => {
    const email = 'new-colleague@example.com';
    const invited = await workspace.byOwner(`POST /workspaces/${workspace.workspaceId}/invitations`, {
      email,
      role: 'EDITOR',
    });
    expect(invited.status, JSON.stringify(invited.body)).to.equal(201);
    await workspace.awaited(`GET /sandbox/emails?to=${email}`, ({ emails }) => (emails as unknown[]).length > 0);
    await page.goto(`${origin}/sandbox`);
    await page.click('text=Mails');
    await page.locator('li', { hasText: email }).locator('a').click();
    await page.locator('pre', { hasText: '/invitations/' }).waitFor();
    const button = page.frameLocator('iframe').locator('a').first();
    await button.waitFor();
    await page.screenshot({ path: path.join(pictures, 'sandbox-mail.png'), fullPage: true });
    const frame = page.frames().find((each) => each.url().endsWith('/html'));
    expect(await frame?.evaluate('origin'), 'the origin of the mail').to.equal('null');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
    await opened.getByRole('button', { name: 'Sign in' }).waitFor();
    await opened.close();
    await page.goto(`${origin}/sandbox`);
  });

  it('leaves', async () => {
    await page.click('text=Leave');
    await page.waitForSelector('#key');
    await page.goto(`${origin}/sandbox`);
    expect(await page.locator('#feed').count()).to.equal(0);
  });

  it('loaded nothing from elsewhere and broke no rule of its own', () => {
    expect(strangers).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
