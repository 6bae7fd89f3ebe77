import { expect } from 'chai';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { contract } from './contract.ts';
import { only } from './cases/publishing.ts';
import { blueskyConnector } from '../../../../infra/outside/platforms/bluesky/connector.ts';
import { newClientKey } from '../../../../infra/outside/platforms/bluesky/client-key.ts';
import { sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';
import { testApps } from '../../../support/sandbox-apps.ts';
import { Lab, rendered, threadOf } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { sampleFile, samples } from './sample-media.ts';

contract({
  platform: 'BLUESKY',
  absent: {
    'publish a reel or short': 'the reference allows no video on Bluesky',
    'publish a story': 'Bluesky has no stories',
    'publish images and a video in one post': 'the reference allows no video on Bluesky',
    'publish a document': 'Bluesky takes no documents',
    'find a first comment after reset_after': 'the reference offers none on Bluesky',
    'find a first comment after reset_before': 'the reference offers none on Bluesky',
    'unpublish with the first comment, which goes first': 'the reference offers none on Bluesky',
    'a video upload continues where the service died': 'the reference allows no video on Bluesky',
    'publish a video': 'the reference allows no video on Bluesky',
    'publish with metadata': 'each field of Bluesky has a case in every-field.test.ts',
    'first comment': 'the reference offers none on Bluesky',
    'container failed': 'Bluesky has no containers',
    destinations: 'a Bluesky account is its own only destination',
    reviews: 'Bluesky has no reviews',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(61),
  metrics: {
    given: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
    expected: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
  },
  own: {
    'a direct message': async ({ lab }) => {
      const person = await lab.person('BLUESKY');
      const { message } = lab.adapter('BLUESKY').community;
      const text = 'Hello back: https://example.com/';
      const run = person.newRun().run;
      const sent = await only(message)({ recipientNativeId: 'did:plc:visitor', text, key: 'key-1' }, run);
      const more = await only(message)({ recipientNativeId: 'did:plc:visitor', text, key: 'key-2' }, run);
      const held = await person.objects();
      expect(held.map(({ nativeId, kind, data }) => [nativeId, kind, data['recipient']])).to.deep.equal([
        [sent.nativeId, 'message', 'did:plc:visitor'],
        [more.nativeId, 'message', 'did:plc:visitor'],
      ]);
      expect(held[0]?.text).to.equal(text);
      await person.fault('message', 'reset_after');
      // The outcome cannot be checked afterwards: the post is there, and the error allows for it.
      expect(
        (await platformErrorOf(only(message)({ recipientNativeId: 'did:plc:visitor', text, key: 'key-3' }, run))).kind,
      ).to.equal('unknown');
      expect(await person.objects()).to.have.length(3);

      // An app password that does not open messages is no dead token.
      const account = only(await lab.store.account('BLUESKY', person.account.nativeId));
      await lab.store.putAccount({ ...account, data: { ...account.data, messages: false } });
      const error = await platformErrorOf(
        only(message)({ recipientNativeId: 'did:plc:visitor', text, key: 'key-4' }, run),
      );
      expect([error.kind, error.platformCode]).to.deep.equal(['refused', 'InvalidToken']);
    },
    'sign in with a secret': async ({ lab }) => {
      const person = await lab.person('BLUESKY');
      const held = only(await lab.store.account('BLUESKY', person.account.nativeId));
      const { connector } = lab.adapter('BLUESKY');
      const signIn = only(connector.signIn).bind(connector);
      const password = String(held.data['password']);
      const grant = await signIn({ identifier: `@${person.account.username}`, password });
      const details = await connector.details(grant.credentials);
      expect(details).to.include({ nativeId: person.account.nativeId, instanceUrl: 'https://bsky.social' });
      const renewed = await connector.refresh({ id: 'a', ...details }, grant.credentials);
      expect(renewed.credentials.extra).to.deep.equal(grant.credentials.extra);
      // A used token of a session is answered with the same successor for two hours.
      const again = await connector.refresh({ id: 'a', ...details }, grant.credentials);
      expect(again.credentials.refreshToken).to.equal(renewed.credentials.refreshToken);
      await connector.details(again.credentials);
      lab.clock.advance(7200_000);
      const late = await platformErrorOf(connector.refresh({ id: 'a', ...details }, grant.credentials));
      expect(late.kind).to.equal('unauthorized');
      await connector.revoke({ id: 'a', ...details }, renewed.credentials);
      expect((await platformErrorOf(connector.details(renewed.credentials))).kind).to.equal('unauthorized');
      const wrong = await platformErrorOf(signIn({ identifier: person.account.username, password: 'wrong' }));
      expect(wrong.kind).to.equal('unauthorized');
      expect(wrong.platformCode).to.equal('AuthenticationRequired');
    },
  },
});

describe('Bluesky beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  const connectorOf = (clientSecret: string) =>
    blueskyConnector({
      http: platformHttp(),
      hosts: sandboxHosts(lab.origin),
      apps: { BLUESKY: { clientId: 'sandbox-bluesky', clientSecret } },
    });
  const asked = { state: 's1', redirectUri: 'https://service.example.com/callback', codeVerifier: 'v'.repeat(64) };

  it('is a client that proves itself at every call, and the server takes no other', async () => {
    const { connector } = lab.adapter('BLUESKY');
    const { url, remember = {} } = await connector.authorizationUrl(asked);
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '').searchParams;
    const grant = await connector.exchange(back.get('code') ?? '', { ...asked, remembered: remember });
    const account = { id: 'a1', ...(await connector.details(grant.credentials)) };
    const foreign = await newClientKey();
    for (const [secret, code] of [
      ['', 'invalid_request'],
      [foreign, 'invalid_client'],
      [only(testApps.BLUESKY).clientSecret.replace('"kid":"sandbox"', '"kid":"another"'), 'invalid_client'],
    ] as const) {
      const other = connectorOf(secret);
      const refusals = [
        await platformErrorOf(other.authorizationUrl(asked)),
        await platformErrorOf(other.refresh(account, grant.credentials)),
        await platformErrorOf(other.revoke(account, grant.credentials)),
      ];
      expect(refusals.map(({ platformCode }) => platformCode)).to.deep.equal([code, code, code]);
    }
    expect(await platformErrorOf(connectorOf('no key').authorizationUrl(asked))).to.include({ kind: 'refused' });
    const renewed = await connector.refresh(account, grant.credentials);
    expect((await connector.details(renewed.credentials)).nativeId).to.equal(account.nativeId);
  });

  it('keeps a session for months without a use', async () => {
    const { connector } = lab.adapter('BLUESKY');
    const { url, remember = {} } = await connector.authorizationUrl(asked);
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '').searchParams;
    const grant = await connector.exchange(back.get('code') ?? '', { ...asked, remembered: remember });
    const account = { id: 'a1', ...(await connector.details(grant.credentials)) };
    lab.clock.advance(80 * 86_400_000);
    const renewed = await connector.refresh(account, grant.credentials);
    lab.clock.advance(91 * 86_400_000);
    expect((await platformErrorOf(connector.refresh(account, renewed.credentials))).kind).to.equal('unauthorized');
  });

  it('refuses by name what its record has no place for, before anything is sent', async () => {
    const person = await lab.person('BLUESKY');
    const { publisher } = lab.adapter('BLUESKY');
    const link = 'https://example.com/';
    const refused: readonly [Rendered, RegExp][] = [
      [{ ...rendered('BLUESKY', 'Both', [samples.image()]), metadata: { link } }, /leave out BLUESKY\.link/],
      [{ ...rendered('BLUESKY', 'No link'), metadata: { linkTitle: 'Title' } }, /BLUESKY\.linkTitle .* missing/],
    ];
    for (const [post, words] of refused) {
      const memory = person.newRun();
      const error = await platformErrorOf(publisher.publish(post, memory.run));
      expect(error.kind).to.equal('refused');
      expect(error.message).to.match(words);
      expect([memory.sends, memory.stepsRun]).to.deep.equal([0, []]);
    }
  });

  it('labels every item of a thread, and shows the card of a link on the first', async () => {
    const person = await lab.person('BLUESKY');
    const metadata = { labels: ['nudity'], languages: ['de'], link: 'https://example.com/' };
    const thread = { ...threadOf('BLUESKY', [['First'], ['Second']]), metadata };
    await lab.adapter('BLUESKY').publisher.publish(thread, person.newRun().run);
    const records = (await person.objects()).map(({ data }) => data['record']);
    for (const record of records) expect(record).to.have.nested.property('labels.values[0].val', 'nudity');
    expect(records[0]).to.have.nested.property('embed.external.uri', 'https://example.com/');
    expect(records[1]).not.to.have.property('embed');
  });

  it('takes images up to two million bytes', async () => {
    const person = await lab.person('BLUESKY');
    const { publisher } = lab.adapter('BLUESKY');
    const post = (bytes: number) => rendered('BLUESKY', 'Large', [sampleFile('image/jpeg', bytes)]);
    await publisher.publish(post(2_000_000), person.newRun().run);
    const error = await platformErrorOf(publisher.publish(post(2_000_001), person.newRun().run));
    expect([error.kind, error.code]).to.deep.equal(['refused', 'MEDIA_REJECTED']);
  });
});
