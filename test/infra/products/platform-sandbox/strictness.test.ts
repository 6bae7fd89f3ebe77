import { expect } from 'chai';
import { platformAdapters } from '../../../../infra/outside/platforms/all.ts';
import { testApps } from '../../../support/sandbox-apps.ts';
import { sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import { Lab, type Person } from '../../outside/platforms/lab.ts';
import { platformErrorOf } from '../../outside/platforms/memory-run.ts';

/** What the simulated platforms refuse, asked by hand: an adapter that sent this would fail. */
describe('simulated platforms are strict', () => {
  const lab = new Lab();
  before(() => lab.start());
  after(() => lab.stop());

  const ask = async (
    person: Person,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; json: Record<string, unknown> }> => {
    const reply = await fetch(`${lab.origin}/sandbox/${person.platform.toLowerCase()}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.grant.credentials.accessToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
  };

  it('X: fields, types, ids, texts, media and queries it does not know', async () => {
    const person = await lab.person('TWITTER');
    const tweet = (body: unknown) => ask(person, 'POST', 'api.x.com/2/tweets', body);
    const bad = [
      { text: 'hello', colour: 'red' },
      { text: 1 },
      {},
      '{"text":',
      { text: 'hello', media: { media_ids: [] } },
      { text: 'hello', media: { media_ids: ['123'] } },
      { text: 'hello', media: { media_ids: ['abc'] } },
      { text: 'hello', reply: { in_reply_to_tweet_id: 'abc' } },
    ];
    for (const body of bad) expect((await tweet(body)).status, JSON.stringify(body)).to.equal(400);
    expect((await tweet({ text: 'hello', reply: { in_reply_to_tweet_id: '123' } })).status).to.equal(403);
    expect((await tweet({ text: '漢'.repeat(141) })).json['detail']).to.contain('too long');
    expect((await tweet({ text: `${'a'.repeat(256)} https://example.com/${'b'.repeat(500)}` })).status).to.equal(201);
    expect((await tweet({ text: 'twice' })).status).to.equal(201);
    const again = await tweet({ text: 'twice' });
    expect([again.status, again.json['detail']]).to.deep.equal([
      403,
      'You are not allowed to create a Tweet with duplicate content.',
    ]);
    expect((await ask(person, 'GET', 'api.x.com/2/users/me?user.fields=name&colour=red')).status).to.equal(400);
    expect((await ask(person, 'GET', 'api.x.com/2/tweets?ids=1&tweet.fields=colour')).json['errors']).to.be.an('array');
    expect((await ask(person, 'GET', 'api.x.com/2/nothing')).status).to.equal(404);
  });

  it('X: two equal tweets at once are one', async () => {
    const person = await lab.person('TWITTER');
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => ask(person, 'POST', 'api.x.com/2/tweets', { text: 'at once' })),
    );
    expect(tries.map(({ status }) => status).sort()).to.deep.equal([201, 403, 403, 403, 403, 403]);
    expect(await person.objects()).to.have.length(1);
  });

  it('tokens that are missing, wrong, expired or of another platform', async () => {
    const [x, mastodon, bluesky] = await Promise.all(
      (['TWITTER', 'MASTODON', 'BLUESKY'] as const).map((platform) =>
        lab.person(platform, { tokenExpiresInSeconds: 60 }),
      ),
    );
    const calls: readonly (readonly [Person | undefined, string, unknown, number])[] = [
      [x, 'api.x.com/2/tweets', { text: 'hello' }, 401],
      [mastodon, 'mastodon.social/api/v1/statuses', { status: 'hello' }, 401],
      [bluesky, 'bsky.social/xrpc/com.atproto.repo.putRecord', {}, 400],
    ];
    for (const [person, path, body, status] of calls) {
      if (!person) throw new Error('expected a person');
      for (const authorization of ['', 'Bearer nonsense', `Bearer ${x?.grant.credentials.accessToken}x`]) {
        const reply = await ask(person, 'POST', path, body, { authorization });
        expect(reply.status, `${person.platform} ${authorization}`).to.be.oneOf([status, 401]);
      }
    }
    lab.clock.advance(61_000);
    for (const [person, path, body, status] of calls)
      if (person) expect((await ask(person, 'POST', path, body)).status).to.equal(status);
  });

  it('Mastodon: fields it does not know, long texts, unfinished media; keys are good for an hour', async () => {
    const person = await lab.person('MASTODON');
    const post = (body: unknown, key?: string) =>
      ask(person, 'POST', 'mastodon.social/api/v1/statuses', body, key === undefined ? {} : { 'idempotency-key': key });
    for (const body of [
      {},
      { status: '' },
      { status: 'hello', colour: 'red' },
      { status: 'a'.repeat(501) },
      { status: 1 },
    ])
      expect((await post(body)).status, JSON.stringify(body).slice(0, 40)).to.equal(422);
    expect((await post({ status: `${'a'.repeat(470)} https://example.com/${'b'.repeat(400)}` })).status).to.equal(200);
    expect((await post({ status: 'hello', media_ids: ['1'] })).status).to.equal(422);
    const first = await post({ status: 'keyed' }, 'k1');
    expect((await post({ status: 'keyed' }, 'k1')).json['id']).to.equal(first.json['id']);
    lab.clock.advance(3_601_000);
    expect((await post({ status: 'keyed' }, 'k1')).json['id']).not.to.equal(first.json['id']);
    const other = await ask(person, 'GET', 'another.example/api/v1/accounts/verify_credentials');
    expect(other.status, 'a token is good on its own instance').to.equal(401);
  });

  it('Bluesky: keys, lexicons, blobs; putting again replaces', async () => {
    const person = await lab.person('BLUESKY');
    const record = { $type: 'app.bsky.feed.post', text: 'hello', createdAt: '2026-05-04T10:00:00.000Z' };
    const base = { repo: person.account.nativeId, collection: 'app.bsky.feed.post', rkey: '3laaaaaaaaaaa', record };
    const put = (change: object) =>
      ask(person, 'POST', 'bsky.social/xrpc/com.atproto.repo.putRecord', { ...base, ...change });
    const image = { $type: 'blob', ref: { $link: 'bafkreihdwdcef' }, mimeType: 'image/png', size: 5 };
    const bad: readonly object[] = [
      { rkey: 'self' },
      { record: { ...record, text: 'a'.repeat(301) } },
      { record: { ...record, text: '👩‍👩‍👧‍👦'.repeat(200) } },
      { record: { ...record, createdAt: 'today' } },
      { record: { ...record, facets: [{ index: { byteStart: 0, byteEnd: 99 }, features: [] }] } },
      { record: { ...record, embed: { $type: 'app.bsky.embed.images', images: [{ alt: '', image }] } } },
      { collection: 'app.bsky.feed.like' },
      { colour: 'red' },
    ];
    for (const change of bad) expect((await put(change)).status, JSON.stringify(change).slice(0, 60)).to.equal(400);
    expect((await put({ repo: 'did:plc:someoneelse' })).status).to.equal(403);
    const first = await put({});
    expect((await put({})).json).to.deep.equal(first.json);
    expect((await put({ record: { ...record, text: 'changed' } })).json['cid']).not.to.equal(first.json['cid']);
    expect((await person.objects()).map(({ text }) => text)).to.deep.equal(['changed']);
  });

  it('codes end: X gives half a minute', async () => {
    const tools = { http: platformHttp(), hosts: sandboxHosts(lab.origin), apps: testApps };
    const connector = platformAdapters(tools).get('TWITTER')?.connector;
    const request = { state: 's', redirectUri: 'https://service.example.com/callback', codeVerifier: 'v'.repeat(50) };
    const { url = '' } = (await connector?.authorizationUrl(request)) ?? {};
    const back = await fetch(url, { redirect: 'manual' });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    lab.clock.advance(31_000);
    const error = await platformErrorOf(connector?.exchange(code, request) ?? Promise.resolve());
    expect(error.kind).to.equal('unauthorized');
  });

  it('is no place for other paths or platforms', async () => {
    for (const path of ['/sandbox/', '/sandbox/nowhere/api.x.com/2/tweets', '/sandbox/twitter/', '/sandbox/twitter'])
      expect((await fetch(lab.origin + path)).status, path).to.equal(404);
  });

  it('keeps workspaces apart: a fault of one is no fault of another', async () => {
    const platform: Platform = 'TWITTER';
    const [one, other] = await Promise.all([lab.person(platform), lab.person(platform)]);
    await one.fault('publish', 'forbidden');
    expect((await ask(other, 'POST', 'api.x.com/2/tweets', { text: 'mine works' })).status).to.equal(201);
    expect((await ask(one, 'POST', 'api.x.com/2/tweets', { text: 'mine does not' })).status).to.equal(403);
  });
});
