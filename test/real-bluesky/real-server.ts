import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Credentials, Rendered } from '../../domain/platforms/publisher.ts';
import { blueskyConnector } from '../../infra/outside/platforms/bluesky/connector.ts';
import { newClientKey } from '../../infra/outside/platforms/bluesky/client-key.ts';
import { clientMetadata, scope } from '../../infra/outside/platforms/bluesky/oauth.ts';
import { blueskyPublisher } from '../../infra/outside/platforms/bluesky/publisher.ts';
import { realHosts } from '../../infra/outside/platforms/hosts.ts';
import type { Fetch } from '../../infra/outside/http/agent-fetch.ts';
import { platformHttp } from '../../infra/outside/platforms/http.ts';
import { rendered, threadOf } from '../infra/outside/platforms/lab.ts';
import { HandClock, MemoryRun, platformErrorOf } from '../infra/outside/platforms/memory-run.ts';
import { sampleFile, samples } from '../infra/outside/platforms/sample-media.ts';
import { consentCode } from './consent.ts';

/** CommonJS, and without named exports that a loader could see. */
const devEnv = createRequire(import.meta.url)('@atproto/dev-env') as typeof import('@atproto/dev-env');

const redirectUri = 'http://127.0.0.1/callback';
/** The form of client id a server accepts for development without fetching a document. */
const clientId = `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope }).toString()}`;
const password = 'alice-pass';

/** The id a refresh token of a session carries. */
const idOf = ({ refreshToken = '' }: Credentials): unknown =>
  (JSON.parse(Buffer.from(refreshToken.split('.')[1] ?? '', 'base64url').toString('utf8')) as { jti?: unknown }).jti;

/** Our adapters against the software the network itself runs: a PDS and its directory, in this process. */
describe('Bluesky, the real server', function () {
  this.timeout(60_000);
  let network: Awaited<ReturnType<typeof devEnv.TestNetworkNoAppView.create>>;
  let runs = 0;
  /** Set to break the answer to the next matching request after the server has carried it out. */
  let loseAnswerTo: string | undefined;

  before(async () => {
    network = await devEnv.TestNetworkNoAppView.create({ dbPostgresSchema: 'x' });
    for (const name of ['alice', 'bob'])
      await xrpc('com.atproto.server.createAccount', { email: `${name}@mail.test`, handle: `${name}.test`, password });
  });
  after(() => network?.close());

  const xrpc = async (nsid: string, body?: object, query: Record<string, string> = {}) => {
    const url = `${network.pds.url}/xrpc/${nsid}?${new URLSearchParams(query).toString()}`;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await (await fetch(url, body ? init : {})).json()) as Record<string, any>;
  };

  const losing: Fetch = async (input, init) => {
    const reply = await fetch(input, init);
    if (loseAnswerTo === undefined || !String(input).includes(loseAnswerTo)) return reply;
    loseAnswerTo = undefined;
    await reply.arrayBuffer();
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
  };

  const tools = () => ({
    http: platformHttp({ fetch: losing }),
    hosts: { ...realHosts({ urls: { BLUESKY: { plc: network.plc.url } } }), instance: () => network.pds.url },
    apps: { BLUESKY: { clientId, clientSecret: '' } },
  });

  const signedIn = async () => {
    const connector = blueskyConnector(tools());
    const grant = await connector.signIn!({ identifier: 'alice.test', password });
    const details = await connector.details(grant.credentials);
    const account = { id: 'account', ...details };
    const clock = new HandClock();
    const memory = () => new MemoryRun(account, grant.credentials, clock, `intent-${(runs += 1)}`);
    return { connector, grant, details, account, clock, memory, publisher: blueskyPublisher(tools()) };
  };

  const held = async (uri: string) => {
    const [repo = '', collection = '', rkey = ''] = uri.replace('at://', '').split('/');
    return xrpc('com.atproto.repo.getRecord', undefined, { repo, collection, rkey });
  };

  const count = async (repo: string): Promise<number> => {
    const listed = await xrpc('com.atproto.repo.listRecords', undefined, {
      repo,
      collection: 'app.bsky.feed.post',
      limit: '100',
    });
    return (listed['records'] as unknown[]).length;
  };

  it('knows who signed in, and renews the session', async () => {
    const { connector, grant, details, account } = await signedIn();
    expect(details.username).to.equal('alice.test');
    expect(details.nativeId).to.match(/^did:plc:/);
    expect(grant.expiresInSeconds).to.equal(7200);
    const renewed = await connector.refresh(account, grant.credentials);
    expect((await connector.details(renewed.credentials)).nativeId).to.equal(details.nativeId);
    // What a lost answer costs nothing by: a used token of a session is answered with the same successor.
    const again = await connector.refresh(account, grant.credentials);
    expect(idOf(again.credentials)).to.be.a('string').and.to.equal(idOf(renewed.credentials));
    expect((await connector.details(again.credentials)).nativeId).to.equal(details.nativeId);
    await connector.revoke(account, renewed.credentials);
    expect((await platformErrorOf(connector.refresh(account, renewed.credentials))).kind).to.equal('unauthorized');
  });

  it('refuses a wrong password and a wrong token', async () => {
    const { connector, account, publisher, clock } = await signedIn();
    const wrong = await platformErrorOf(connector.signIn!({ identifier: 'alice.test', password: 'wrong' }));
    expect([wrong.kind, wrong.platformCode]).to.deep.equal(['unauthorized', 'AuthenticationRequired']);
    const run = new MemoryRun(account, { accessToken: 'abc.def.ghi' }, clock).run;
    const error = await platformErrorOf(publisher.publish(rendered('BLUESKY', 'nobody'), run));
    expect([error.kind, error.code]).to.deep.equal(['unauthorized', 'ACCOUNT_DISCONNECTED']);
  });

  it('publishes text with facets the server accepts', async () => {
    const { publisher, memory } = await signedIn();
    const text = 'Grüße 🌍 #größe an @bob.test: https://example.com/ü?a=1&b=2.';
    const [post] = await publisher.publish(rendered('BLUESKY', text), memory().run);
    const { value } = await held(post?.nativeId ?? '');
    expect(value.text).to.equal(text);
    const bytes = Buffer.from(text);
    const parts = value.facets.map(({ index }: { index: { byteStart: number; byteEnd: number } }) =>
      bytes.toString('utf8', index.byteStart, index.byteEnd),
    );
    expect(parts).to.deep.equal(['#größe', '@bob.test', 'https://example.com/ü?a=1&b=2']);
    expect(value.facets[1].features[0].did).to.match(/^did:plc:/);
    expect(post?.url).to.match(/^https:\/\/bsky\.app\/profile\/alice\.test\/post\/\w{13}$/);
  });

  it('publishes pictures, and a GIF', async () => {
    const { publisher, memory } = await signedIn();
    const media = [samples.image(), sampleFile('image/jpeg', 900_000), samples.image(), samples.image()];
    const [post] = await publisher.publish(rendered('BLUESKY', 'Four', media), memory().run);
    const { value } = await held(post?.nativeId ?? '');
    expect(value.embed.images.map(({ alt }: { alt: string }) => alt)).to.deep.equal([
      'a red square',
      '',
      'a red square',
      'a red square',
    ]);
    expect(value.embed.images[1].image.size).to.equal(900_000);
    const [gif] = await publisher.publish(rendered('BLUESKY', 'It moves', [samples.gif()]), memory().run);
    expect((await held(gif?.nativeId ?? '')).value.embed.images[0].image.mimeType).to.equal('image/gif');
  });

  it('refuses a text that is too long, too many images and too large ones with errors that the service understands', async () => {
    const { publisher, memory } = await signedIn();
    const code = async (post: Rendered) => (await platformErrorOf(publisher.publish(post, memory().run))).code;
    expect(await code(rendered('BLUESKY', 'a'.repeat(301)))).to.equal('CONTENT_TOO_LONG');
    expect(await code(rendered('BLUESKY', '👩‍👩‍👧‍👦'.repeat(290)))).to.equal('CONTENT_TOO_LONG');
    const many = Array.from({ length: 5 }, () => samples.image());
    expect(await code(rendered('BLUESKY', 'Five', many))).to.equal('MEDIA_REJECTED');
    expect(await code(rendered('BLUESKY', 'Large', [sampleFile('image/jpeg', 2_000_001)]))).to.equal('MEDIA_REJECTED');
  });

  it('makes a thread whose parts know each other', async () => {
    const { publisher, memory } = await signedIn();
    const objects = await publisher.publish(
      threadOf('BLUESKY', [['One'], ['Two', [samples.image()]], ['Three']]),
      memory().run,
    );
    const [root, second, third] = await Promise.all(objects.map(({ nativeId }) => held(nativeId)));
    expect(second?.['value'].reply.parent).to.deep.equal({ uri: root?.['uri'], cid: root?.['cid'] });
    expect(third?.['value'].reply).to.deep.equal({
      root: { uri: root?.['uri'], cid: root?.['cid'] },
      parent: { uri: second?.['uri'], cid: second?.['cid'] },
    });
  });

  it('finds a post whose answer was lost, and makes no second one', async () => {
    const { publisher, memory, account } = await signedIn();
    const before = await count(account.nativeId);
    const run = memory();
    const post = rendered('BLUESKY', 'Lost on the way back');
    loseAnswerTo = 'putRecord';
    expect((await platformErrorOf(publisher.publish(post, run.run))).kind).to.equal('unknown');
    expect(await run.settle(publisher, post)).to.equal('published');
    await publisher.publish(post, run.run);
    expect(await count(account.nativeId)).to.equal(before + 1);
  });

  it('does not find a post that was never stored, and the same key makes one post however often it is sent', async () => {
    const { publisher, memory, account } = await signedIn();
    const before = await count(account.nativeId);
    const run = memory();
    const post = rendered('BLUESKY', 'Sent three times');
    for (let time = 0; time < 3; time += 1) {
      run.intents.clear();
      await publisher.publish(post, run.run);
    }
    expect(await count(account.nativeId)).to.equal(before + 1);
    const other = memory();
    await other.run.step('record-post', async () => '3laaaaaaaaaaa 2026-05-04T10:00:00.000Z');
    other.intents.set('post', { key: 'k', sentAt: '2026-05-04T10:00:00.000Z' });
    expect(await other.settle(publisher, post)).to.equal('not_published');
  });

  it('continues a thread after a restart that only remembers the objects', async () => {
    const { publisher, memory } = await signedIn();
    const run = memory();
    const post = threadOf('BLUESKY', [['First'], ['Second']]);
    await publisher.publish(rendered('BLUESKY', 'First'), run.run);
    const [root, reply] = await publisher.publish(post, run.run);
    expect((await held(reply?.nativeId ?? '')).value.reply.root.uri).to.equal(root?.nativeId);
  });

  it('removes a thread, twice, and when the answer is lost', async () => {
    const { publisher, memory, account } = await signedIn();
    const before = await count(account.nativeId);
    const run = memory();
    const objects = await publisher.publish(threadOf('BLUESKY', [['One'], ['Two']]), run.run);
    const context = { ...run.run, publishedAt: run.startedAt };
    loseAnswerTo = 'deleteRecord';
    for (let time = 0; time < 2; time += 1) {
      const removals = await publisher.unpublish(objects, context);
      expect(removals.map(({ nativeId, removed }) => [nativeId, removed])).to.deep.equal(
        [...objects].reverse().map(({ nativeId }) => [nativeId, true]),
      );
    }
    expect(await count(account.nativeId)).to.equal(before);
    expect((await held(objects[0]?.nativeId ?? ''))['error']).to.equal('RecordNotFound');
  });

  it('connects by OAuth: pushed request, consent, tokens bound to a key, refresh and replay', async () => {
    const connector = blueskyConnector(tools());
    const request = { state: 'state-1', redirectUri, codeVerifier: 'v'.repeat(64), loginHint: 'alice.test' };
    const { url, remember = {} } = await connector.authorizationUrl(request);
    const code = await consentCode(url, redirectUri, { username: 'alice.test', password });
    const grant = await connector.exchange(code, { ...request, remembered: remember });
    const details = await connector.details(grant.credentials);
    expect(details.username).to.equal('alice.test');
    const account = { id: 'account', ...details };
    const run = new MemoryRun(account, grant.credentials, new HandClock(), 'oauth');
    const [post] = await blueskyPublisher(tools()).publish(rendered('BLUESKY', 'By OAuth', [samples.image()]), run.run);
    expect((await held(post?.nativeId ?? '')).value.text).to.equal('By OAuth');
    const renewed = await connector.refresh(account, grant.credentials);
    expect((await connector.details(renewed.credentials)).nativeId).to.equal(details.nativeId);
    const replayed = await platformErrorOf(connector.refresh(account, grant.credentials));
    expect([replayed.kind, replayed.platformCode]).to.deep.equal(['unauthorized', 'invalid_grant']);
    expect((await platformErrorOf(connector.refresh(account, renewed.credentials))).kind).to.equal('unauthorized');
  });

  describe('a client with a key', () => {
    // The server refuses reserved names such as example.com.
    const ownId = 'https://publishing-service.org/oauth/bluesky/client-metadata.json';
    const ownRedirect = 'https://publishing-service.org/callback';
    const { fetch: direct } = globalThis;
    let key = '';
    before(async () => {
      key = await newClientKey();
      // The server is in this process: its requests for our document are answered here.
      globalThis.fetch = async (input, init) =>
        new Request(input, init).url === ownId ? Response.json(clientMetadata(ownId, [ownRedirect], key)) : direct(input, init);
    });
    after(() => {
      globalThis.fetch = direct;
    });

    const connectorWith = (clientSecret: string) =>
      blueskyConnector({ ...tools(), apps: { BLUESKY: { clientId: ownId, clientSecret } } });

    it('is taken by its assertion, and by no other key', async () => {
      const connector = connectorWith(key);
      const request = { state: 's', redirectUri: ownRedirect, codeVerifier: 'w'.repeat(64), loginHint: 'alice.test' };
      const { url, remember = {} } = await connector.authorizationUrl(request);
      const code = await consentCode(url, ownRedirect, { username: 'alice.test', password });
      const grant = await connector.exchange(code, { ...request, remembered: remember });
      const account = { id: 'account', ...(await connector.details(grant.credentials)) };
      const renewed = await connector.refresh(account, grant.credentials);
      expect((await connector.details(renewed.credentials)).nativeId).to.equal(account.nativeId);
      const foreign = connectorWith(await newClientKey());
      expect((await platformErrorOf(foreign.authorizationUrl(request))).platformCode).to.equal('invalid_client');
      const silent = connectorWith('');
      expect((await platformErrorOf(silent.authorizationUrl(request))).platformCode).to.equal('invalid_request');
      await connector.revoke(account, renewed.credentials);
      expect((await platformErrorOf(connector.refresh(account, renewed.credentials))).kind).to.equal('unauthorized');
    });
  });
});
