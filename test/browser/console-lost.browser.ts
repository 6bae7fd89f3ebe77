import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { useConsole, usePageAmidFaults } from './console-page.ts';

/** The smallest picture that is one: a transparent point. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const sentAgain = 'The service does not answer. What you did is sent again by itself; keep this page open.';
const askedAgain = 'The service does not answer; trying again.';

describe('a person who loses the connection in the middle, at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole();
  const { send } = site;
  let page: Page;

  const current = usePageAmidFaults(site);
  beforeEach(() => void (page = current()));

  const lose = () => page.context().setOffline(true);
  const findAgain = () => page.context().setOffline(false);

  /**
   * The service carries out the first request to an address, and the connection is lost before its answer comes. Answers
   * the Idempotency-Keys that were sent.
   */
  const cutAnswerOf = async (address: string): Promise<readonly (string | undefined)[]> => {
    const keys: (string | undefined)[] = [];
    await page.route(address, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await lose();
      return route.abort('connectionreset');
    });
    return keys;
  };

  /** All attempts at one action have one key. */
  const expectOneKey = (keys: readonly (string | undefined)[]): void => {
    expect(keys.length, 'it is sent again').to.be.greaterThan(1);
    expect(keys[0]).to.be.a('string');
    expect(new Set(keys).size, keys.join()).to.equal(1);
  };

  const textsOn = async (platform: 'MASTODON' | 'BLUESKY'): Promise<readonly string[]> => {
    const accountId = site.service().demo.accounts[platform];
    const { objects } = await send(`GET /sandbox/platforms/${platform}/objects?accountId=${accountId}`);
    return objects.map(({ text }: { text: string }) => text);
  };

  const draft = (content: string, more: object = {}) =>
    send('POST /posts', {
      content,
      accountIds: [site.service().demo.accounts['MASTODON']],
      saveAsDraft: true,
      ...more,
    });

  /** A comment on a post that is live, as the inbox has it. */
  const comment = async (text: string): Promise<void> => {
    const accountId = site.service().demo.accounts['BLUESKY'];
    const { id } = await send('POST /posts', { content: 'Tell us', accountIds: [accountId] });
    await send(`POST /posts/${id}/publish?sync=true&timeout=60`);
    const { platforms } = await send(`GET /posts/${id}`);
    const { platformPostId } = platforms[0];
    const author = { id: 'did:plc:zoe', username: 'zoe.example.com' };
    await send('POST /sandbox/inbox/comments', { accountId, platformPostId, text, author });
    await send('POST /inbox/sync', undefined, site.service().demo.sessionToken);
  };

  it('publishes once, and follows the post live after the connection is back', async () => {
    const { id } = await draft('Published in a tunnel');
    const listens = page.waitForResponse((response) => response.url().includes('/v1/events/stream'));
    await site.open(`posts/${id}`, page);
    await listens;
    const keys = await cutAnswerOf(`**/v1/posts/${id}/publish`);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText(sentAgain).waitFor();
    await until('it is live', async () => (await send(`GET /posts/${id}`)).status === 'published', 20_000);
    expect(await page.getByText('Live on Mastodon').count(), 'the page cannot know yet').to.equal(0);
    const listensAgain = page.waitForResponse((response) => response.url().includes('/v1/events/stream'));
    await findAgain();
    await page.getByText('Live on Mastodon', { exact: true }).waitFor();
    await page.getByText(sentAgain).waitFor({ state: 'detached' });
    expect((await listensAgain).status()).to.equal(200);
    expectOneKey(keys);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await send(`POST /posts/${id}/unpublish`);
    await page.getByText('Taken back from Mastodon', { exact: true }).waitFor();
    expect(asked.some((url) => url.includes('/v1/events/stream'))).to.equal(false);
    const { data } = await send(`GET /posts/${id}/history`);
    const started = data.filter(({ type }: { type: string }) => type === 'PostPublishingStarted');
    expect(started).to.have.length(1);
    expect((await textsOn('MASTODON')).filter((text) => text === 'Published in a tunnel')).to.have.length(1);
  });

  it('makes one post of what was written, also where the page is loaded again before the answer', async () => {
    const postsOf = async (content: string) => {
      const { posts } = await send('GET /posts?limit=100');
      return posts.filter((post: { content: string }) => post.content === content);
    };
    await site.open('compose', page);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.reload();
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Written in a tunnel');
    await page.getByLabel('Publish it now').check();
    const keys = await cutAnswerOf('**/v1/posts');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText(sentAgain).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'New post' }).waitFor();
    expect(await text.inputValue()).to.equal('Written in a tunnel');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Choose an account first.').waitFor({ state: 'detached' });
    await page.getByText(sentAgain).waitFor();
    await findAgain();
    await page.getByText('Live on Mastodon', { exact: true }).waitFor({ timeout: 30_000 });
    expectOneKey(keys);
    expect(await postsOf('Written in a tunnel')).to.have.length(1);
    expect((await textsOn('MASTODON')).filter((each) => each === 'Written in a tunnel')).to.have.length(1);
  });

  /** What the keyboard writes, as a person does: not what a program sets. */
  const type = async (field: ReturnType<Page['getByLabel']>, text: string): Promise<void> => {
    await field.evaluate((element) => element.focus());
    await page.keyboard.type(text);
  };
  const sending = 'Sending …';

  /** A page that was looked at before opens without a connection, too. */
  const goTo = async (place: string, heading: string): Promise<void> => {
    await page.evaluate(`location.hash = '#/${place}'`);
    await page.getByRole('heading', { level: 2, name: heading }).waitFor();
  };
  const beginPost = async (content: string): Promise<void> => {
    await site.open('settings', page);
    await page.getByRole('heading', { level: 2, name: 'Settings' }).waitFor();
    await goTo('compose', 'New post');
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    await page.getByLabel('Text', { exact: true }).fill(content);
  };

  it('closes a post to changes while it is on its way, and opens it again with what is refused', async () => {
    await beginPost('On its way');
    const text = page.getByLabel('Text', { exact: true });
    await lose();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByRole('status').filter({ hasText: sending }).waitFor();
    await page.getByText(sentAgain).waitFor();
    await type(text, ' and more');
    expect(await text.inputValue()).to.equal('On its way');
    expect(await page.evaluate('document.activeElement.textContent'), 'the keyboard keeps its place').to.equal('Save');
    expect(await page.getByRole('button', { name: 'Begin again' }).count()).to.equal(0);
    // On another page what is written stays, and no answer takes the person away from it.
    await goTo('settings', 'Settings');
    await goTo('compose', 'New post');
    await page.getByRole('status').filter({ hasText: sending }).waitFor();
    await type(text, ' and more');
    expect(await text.inputValue()).to.equal('On its way');
    await page.route('**/v1/posts', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN', message: 'Not on Sundays' } } }),
    );
    await findAgain();
    await page.getByRole('status').filter({ hasText: 'Not on Sundays' }).waitFor();
    await page.unroute('**/v1/posts');
    await type(text, ' and more');
    expect(await text.inputValue()).to.include(' and more');
    const written = await text.inputValue();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: written }).waitFor();
  });

  it('keeps the text of another window when a post is stored, and takes the person nowhere', async () => {
    await beginPost('Of the first window');
    const text = page.getByLabel('Text', { exact: true });
    await lose();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(sentAgain).waitFor();
    await goTo('settings', 'Settings');
    const key = await page.evaluate<string>(
      `Object.keys(localStorage).find((key) => key.startsWith('console.draft.'))`,
    );
    const later = {
      ...JSON.parse(await page.evaluate<string>(`localStorage.getItem('${key}')`)),
      content: 'Of the second',
    };
    await page.evaluate(`localStorage.setItem('${key}', '${JSON.stringify(later)}')`);
    const stored = page.waitForResponse((response) => response.url().endsWith('/v1/posts') && response.ok());
    await findAgain();
    await stored;
    await page.getByText(sentAgain).waitFor({ state: 'detached' });
    expect(page.url()).to.match(/#\/settings$/);
    await goTo('compose', 'New post');
    await until('the text of the second window is there', async () => (await text.inputValue()) === 'Of the second');
  });

  it('waits with a post for its files', async () => {
    await beginPost('With a picture');
    await lose();
    await page
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: point });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('A file is on its way. Send the post when it is there.').waitFor();
    await findAgain();
    await page.getByLabel('Description of late.png').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'With a picture' }).waitFor();
    const id = /#\/posts\/(\w+)/.exec(page.url())?.[1] ?? '';
    expect((await send(`GET /posts/${id}`)).media).to.have.length(1);
  });

  it('closes the other forms in the same way', async () => {
    await site.open('settings', page);
    const name = page.getByRole('form', { name: 'Settings of the workspace' }).getByLabel(/^Name/);
    const before = await name.inputValue();
    await lose();
    await name.fill('The bakery');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByRole('status').filter({ hasText: sending }).waitFor();
    await type(name, ' and more');
    expect(await name.inputValue()).to.equal('The bakery');
    await findAgain();
    await page.getByRole('status').filter({ hasText: 'saved' }).waitFor();
    await type(name, '!');
    expect(await name.inputValue()).to.include('!');
    await name.fill(before);
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await until('it has its name again', async () => {
      const { workspaces } = await send('GET /users/me', undefined, site.service().demo.sessionToken);
      return workspaces[0].name === before;
    });
  });

  it('answers a comment once, and keeps what is typed in the meantime', async () => {
    await comment('Is it open?');
    await site.open('inbox', page);
    await page.getByText('Is it open?').waitFor();
    const keys = await cutAnswerOf('**/v1/inbox/comments/*/reply');
    const reply = page.getByLabel('Reply to zoe.example.com');
    await reply.fill('Until six');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText(sentAgain).waitFor();
    await page.getByText(askedAgain).first().waitFor();
    expect(await reply.inputValue()).to.equal('Until six');
    await reply.fill('And on Sundays from ten');
    await findAgain();
    await page.getByText('sent', { exact: true }).waitFor();
    await page.getByText(askedAgain).first().waitFor({ state: 'detached' });
    await page.getByText('replied', { exact: true }).waitFor();
    expect(await reply.inputValue()).to.equal('And on Sundays from ten');
    expectOneKey(keys);
    expect((await textsOn('BLUESKY')).filter((text) => text === 'Until six')).to.have.length(1);
  });

  it('approves once, with the comment that was written before', async () => {
    const { demo } = site.service();
    const steps = [{ order: 1, role: 'Editor', approverIds: [demo.userId] }];
    const { data } = await send(`POST /workspaces/${demo.workspaceId}/approval-workflows`, { name: 'Legal', steps });
    const { id } = await draft('Approved in a tunnel');
    await send(`POST /posts/${id}/start-approval`, { workflowId: data.id });
    await site.open('approvals', page);
    const card = page.getByRole('article', { name: 'Approved in a tunnel' });
    await card.waitFor();
    await lose();
    await page.getByText(askedAgain).waitFor();
    await card.getByLabel('Comment').fill('Well said');
    await findAgain();
    const keys = await cutAnswerOf(`**/v1/posts/${id}/approve`);
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(sentAgain).waitFor();
    expect(await card.getByLabel('Comment').inputValue()).to.equal('Well said');
    await findAgain();
    await page.getByText('No post waits for an approval.').waitFor();
    expectOneKey(keys);
    const entries = (await send(`GET /posts/${id}/history`)).data;
    const decisions = entries.filter(({ type }: { type: string }) => type === 'PostStepApproved');
    expect(decisions.map((each: { data: { comment: string } }) => each.data.comment)).to.deep.equal(['Well said']);
    expect((await send(`GET /posts/${id}`)).status).to.equal('approved');
  });

  it('uploads a file to its end, and stores it once', async () => {
    await site.open('compose', page);
    const keys = await cutAnswerOf('**/v1/media/upload');
    let sent = 0;
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      if (++sent > 1) return route.continue();
      await lose();
      return route.abort('connectionreset');
    });
    await page
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: 'tunnel.png', mimeType: 'image/png', buffer: point });
    for (const what of ['the permission', 'the bytes']) {
      await page.getByText(sentAgain).waitFor();
      expect(await page.getByLabel('Description of tunnel.png').count(), what).to.equal(0);
      await findAgain();
      if (what === 'the permission') await until('the bytes are sent', () => sent > 0);
    }
    await page.getByLabel('Description of tunnel.png').waitFor();
    await page.getByText(sentAgain).waitFor({ state: 'detached' });
    expectOneKey(keys);
    expect(sent).to.be.greaterThan(1);
    const { data } = await send('GET /media?limit=100');
    expect(data.filter(({ filename }: { filename: string }) => filename.startsWith('tunnel'))).to.have.length(1);
  });

  it('sends the bytes of a file to another address where theirs has expired, and shows how far they are', async () => {
    await site.open('compose', page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/refresh-presign')) asked.push(request.url());
    });
    let attempts = 0;
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      attempts++;
      if (attempts === 1) return route.abort('connectionreset');
      // The address has expired while the connection was lost.
      return attempts === 2 ? route.fulfill({ status: 403 }) : route.fallback();
    });
    await page
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: 'away.png', mimeType: 'image/png', buffer: point });
    await page.getByRole('progressbar', { name: 'Upload of away.png' }).waitFor();
    await page.getByLabel('Description of away.png').waitFor();
    expect([attempts, asked.length]).to.deep.equal([3, 1]);
    const { data } = await send('GET /media?limit=100');
    expect(data.filter(({ filename }: { filename: string }) => filename.startsWith('away'))).to.have.length(1);
  });
});
