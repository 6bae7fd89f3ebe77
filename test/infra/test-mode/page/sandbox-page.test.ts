import { randomBytes, randomUUID } from 'node:crypto';
import { memorySandboxStore, type SandboxObject, type SandboxStore } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { sandboxPage } from '../../../../infra/test-mode/page/sandbox-page.ts';
import { CredentialsOfTest, startEdge } from '../../../support/edge.ts';

const at = '2026-05-04T10:00:00.000Z';

describe('the page of the sandbox', () => {
  const credentials = new CredentialsOfTest();
  const cookieKey = randomBytes(32);
  let store: SandboxStore;
  let edge: Awaited<ReturnType<typeof startEdge>>;

  before(async () => {
    store = memorySandboxStore();
    const shown = sandboxPage({
      store,
      platforms: ['TWITTER', 'MASTODON', 'INSTAGRAM'],
      directory: credentials,
      clock: () => Date.now(),
      cookieKey,
      publicUrl: 'http://127.0.0.1:3000',
      mediaBase: 'http://127.0.0.1:3000/media-objects/',
      mails: { page: async () => ({ mails: [], older: undefined }), mail: async () => undefined },
    });
    edge = await startEdge({ pages: { '/sandbox': shown.whole }, prefixes: { '/sandbox/feed': shown.parts } });
  });
  after(() => edge.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${edge.origin}${path}`, { headers, redirect: 'manual' });
  const cookieFrom = (reply: Response): string => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  /** A workspace with an account on X, and a browser that is in. */
  const aVisitor = async () => {
    const { secret, workspaceId } = credentials.addKey();
    const account = async (platform: SandboxObject['platform'] = 'TWITTER') => {
      const nativeId = randomUUID();
      const [username, displayName] = [`@${nativeId.slice(0, 6)}`, `Name ${nativeId.slice(0, 6)}`];
      await store.putAccount({ platform, nativeId, workspaceId, username, displayName, data: {}, createdAt: at });
      return { platform, nativeId, username, displayName };
    };
    const own = await account();
    const put = async (change: Partial<SandboxObject> = {}): Promise<SandboxObject> => {
      const object: SandboxObject = {
        platform: 'TWITTER',
        nativeId: randomUUID(),
        accountNativeId: own.nativeId,
        kind: 'post',
        direction: 'made',
        parentNativeId: null,
        text: 'hello',
        media: [],
        request: null,
        createdAt: at,
        deletedAt: null,
        data: {},
        ...change,
      };
      await store.insertObject(object);
      return object;
    };
    const cookie = cookieFrom(await get(`/sandbox?key=${secret}`));
    const feed = async (query = '', headers: Record<string, string> = {}) => {
      const reply = await get(`/sandbox/feed${query}`, { cookie, ...headers });
      return { reply, text: await reply.text() };
    };
    return { secret, workspaceId, account, own, put, cookie, feed };
  };

  it('takes no key from a page of another site, in its address or its form', async () => {
    const { secret } = credentials.addKey();
    const body = new URLSearchParams({ key: secret });
    const send = (headers: Record<string, string>) =>
      fetch(`${edge.origin}/sandbox/feed/key`, { method: 'POST', headers, body, redirect: 'manual' });
    for (const reply of [
      await send({ 'sec-fetch-site': 'cross-site' }),
      await send({ 'sec-fetch-site': 'same-site' }),
      await send({ origin: 'https://evil.example' }),
      await send({ origin: 'null' }),
      await get(`/sandbox?key=${secret}`, { 'sec-fetch-site': 'cross-site' }),
    ]) {
      expect(reply.status).to.equal(403);
      expect(reply.headers.has('set-cookie')).to.equal(false);
    }
    for (const own of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: edge.origin }])
      expect((await send(own)).status).to.equal(303);
  });

  it('asks for a key first, and shows nothing before', async () => {
    const reply = await get('/sandbox');
    expect(reply.status).to.equal(401);
    expect(await reply.text())
      .to.include('svc_test_')
      .and.not.include('data-version');
    expect((await get('/sandbox/feed')).status).to.equal(401);
  });

  it('takes the key out of the address and seals it into a cookie that no script and no other site gets', async () => {
    const { secret, workspaceId } = credentials.addKey();
    const reply = await get(`/sandbox?key=${secret}&platform=twitter`);
    expect([reply.status, reply.headers.get('location')]).to.deep.equal([303, '/sandbox?platform=TWITTER']);
    const set = reply.headers.get('set-cookie') ?? '';
    expect(set).to.include('HttpOnly').and.include('SameSite=Strict').and.include('Path=/sandbox');
    expect(set).not.to.include(secret);
    const page = await get('/sandbox', { cookie: cookieFrom(reply) });
    expect(page.status).to.equal(200);
    const text = await page.text();
    expect(text).to.include(workspaceId).and.not.include(secret);
    expect(JSON.stringify(edge.logged)).not.to.include(secret);
  });

  it('takes the key from its form, and lets the person leave', async () => {
    const { secret } = credentials.addKey();
    const body = new URLSearchParams({ key: ` ${secret} ` });
    const entered = await fetch(`${edge.origin}/sandbox/feed/key`, { method: 'POST', body, redirect: 'manual' });
    expect([entered.status, entered.headers.get('location')]).to.deep.equal([303, '/sandbox']);
    const cookie = cookieFrom(entered);
    expect((await get('/sandbox', { cookie })).status).to.equal(200);
    const left = await fetch(`${edge.origin}/sandbox/feed/leave`, {
      method: 'POST',
      headers: { cookie },
      redirect: 'manual',
    });
    expect(left.headers.get('set-cookie')).to.include('Max-Age=0');
  });

  it('refuses keys of live workspaces, narrow, unknown, foreign and revoked ones, and unsealed cookies', async () => {
    const refused = async (key: string) => (await get(`/sandbox?key=${key}`)).status;
    expect(await refused(credentials.addKey({ mode: 'live' }).secret)).to.equal(401);
    expect(await refused(credentials.addKey({ scopes: ['posts:read'] }).secret)).to.equal(401);
    expect(await refused(credentials.addKey({ allowedIps: ['203.0.113.9'] }).secret)).to.equal(401);
    expect(await refused('svc_test_nothing')).to.equal(401);
    expect(await refused('')).to.equal(401);
    const { secret, cookie, feed } = await aVisitor();
    const known = credentials.keys.get(secret);
    if (!known) throw new Error('the key is known');
    credentials.keys.set(secret, { ...known, revokedAt: at });
    expect((await feed()).reply.status).to.equal(401);
    const forged = `${cookie.slice(0, -4)}AAAA`;
    expect((await get('/sandbox', { cookie: forged })).status).to.equal(401);
    const huge = await fetch(`${edge.origin}/sandbox/feed/key`, { method: 'POST', body: 'x'.repeat(5000) });
    expect(huge.status).to.equal(413);
  });

  it('loads nothing from elsewhere and runs nothing inline', async () => {
    const { cookie } = await aVisitor();
    const page = await get('/sandbox', { cookie });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.include("frame-ancestors 'none'").and.not.include('unsafe');
    const text = await page.text();
    expect(text).not.to.match(/<style|style=|\son\w+=|<script(?! src="\/sandbox\/)/);
    for (const [, url = ''] of text.matchAll(/(?:src|href|action)="([^"]*)"/g))
      expect(url).to.match(/^(\/sandbox|#|data:,)/);
    for (const part of ['page.css', 'refresh.js']) expect((await get(`/sandbox/feed/${part}`)).status).to.equal(200);
    expect((await get('/sandbox/feed/other')).status).to.equal(404);
  });

  it('shows posts newest first, what answers them beneath, and deleted ones struck through', async () => {
    const { put, own, feed } = await aVisitor();
    const post = await put({ text: 'The first' });
    const reply = await put({ kind: 'reply', text: 'its thread', parentNativeId: post.nativeId });
    await put({
      kind: 'comment',
      direction: 'received',
      text: 'from outside',
      parentNativeId: reply.nativeId,
      data: { authorUsername: 'passer-by' },
    });
    await put({ text: 'The second', deletedAt: '2026-05-04T11:00:00.000Z' });
    await put({ kind: 'comment', text: 'on something old', parentNativeId: 'long-ago' });
    const { text } = await feed();
    const order = ['on something old', 'The second', 'The first', 'its thread', 'from outside'];
    expect(order.map((each) => text.indexOf(each))).to.deep.equal(
      order.map((each) => text.indexOf(each)).toSorted((a, b) => a - b),
    );
    expect(text).to.include('<del>The second</del>').and.not.include('<del>The first');
    expect(text).to.include('<b>passer-by</b>').and.include(`<b>${own.displayName}</b>`).and.include(own.username);
    expect(text).to.include('on long-ago').and.include('2026-05-04 10:00:00 UTC');
    // The answers lie within the article they belong to.
    const articles = text.slice(text.indexOf(`data-native-id="${post.nativeId}"`));
    expect(articles.indexOf('class="beneath"')).to.be.greaterThan(0).and.below(articles.indexOf('its thread'));
    expect(text).to.include('Nothing on Mastodon, Instagram.');
  });

  it('escapes the text of people at every place', async () => {
    const { put, feed } = await aVisitor();
    const evil = `"><script>alert('1')</script><img src=x onerror=alert(1)>`;
    await put({ text: evil, nativeId: `${randomUUID()}${evil}`, media: [{ type: evil, url: evil }] });
    await put({
      text: 'x',
      direction: 'received',
      kind: 'comment',
      parentNativeId: evil,
      data: { authorUsername: evil },
    });
    const { text } = await feed();
    expect(text).not.to.include('<script').and.not.include('<img');
    expect(text).to.include('&#60;script&#62;');
  });

  it('shows files this service holds, and names the others', async () => {
    const { put, feed } = await aVisitor();
    const held = 'http://127.0.0.1:3000/media-objects/media/abc';
    await put({
      media: [
        { type: 'image/png', url: `${held}.png` },
        { type: 'VIDEO', url: `${held}.mp4?x=1&y=2` },
        { type: 'image/jpeg', url: 'https://elsewhere.test/a.jpg' },
      ],
    });
    const { text } = await feed();
    expect(text).to.include('<img src="/media-objects/media/abc.png"');
    expect(text).to.include('<video src="/media-objects/media/abc.mp4?x=1&#38;y=2"');
    expect(text).to.include('image/jpeg 3').and.not.include('src="https://');
  });

  it('shows a workspace its own, filtered by platform and account, a page at a time', async () => {
    const [one, other] = [await aVisitor(), await aVisitor()];
    await other.put({ text: 'of another workspace' });
    const mastodon = await one.account('MASTODON');
    await one.put({ text: 'a toot', platform: 'MASTODON', accountNativeId: mastodon.nativeId });
    const second = await one.account();
    await one.put({ text: 'by the second', accountNativeId: second.nativeId });
    for (let index = 0; index < 201; index += 1) await one.put({ text: `tweet <${index}>` });
    const all = (await one.feed()).text;
    expect(all).to.include('a toot').and.not.include('of another workspace');
    const tweets = (await one.feed('?platform=TWITTER')).text;
    expect(tweets).to.include('tweet &#60;200&#62;').and.not.include('a toot').and.not.include('tweet &#60;0&#62;');
    const older = /href="\/sandbox(\?[^"]*)"/.exec(tweets)?.[1]?.replaceAll('&#38;', '&') ?? '';
    expect((await one.feed(older)).text)
      .to.include('tweet &#60;0&#62;')
      .and.not.include('tweet &#60;200&#62;');
    const seconds = (await one.feed(`?platform=TWITTER&account=${second.nativeId}`)).text;
    expect(seconds).to.include('by the second').and.not.include('tweet &#60;');
    const foreign = await one.feed(`?platform=TWITTER&account=${other.own.nativeId}`);
    expect(foreign.text).not.to.include('of another workspace');
    const page = await (await get('/sandbox?platform=TWITTER', { cookie: one.cookie })).text();
    expect(page).to.include(second.displayName).and.not.include(mastodon.displayName);
  });

  it('answers that nothing has changed until something has', async () => {
    const { put, feed } = await aVisitor();
    const post = await put();
    const etag = (await feed()).reply.headers.get('etag') ?? '';
    expect((await feed('', { 'if-none-match': etag })).reply.status).to.equal(304);
    await store.changeObject(post.platform, post.nativeId, { deletedAt: at });
    expect((await feed('', { 'if-none-match': etag })).reply.status).to.equal(200);
  });
});
