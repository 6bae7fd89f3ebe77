import { expect } from 'chai';
import { contract } from './contract.ts';
import { only } from './cases/publishing.ts';
import { platformErrorOf } from './memory-run.ts';

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
    'a video upload goes on where the service died': 'the reference allows no video on Bluesky',
    'publish a video': 'the reference allows no video on Bluesky',
    'publish with metadata': 'the reference names no metadata field of Bluesky',
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
      const sent = await only(message)('did:plc:visitor', text, 'key-1', run);
      const more = await only(message)('did:plc:visitor', text, 'key-2', run);
      const held = await person.objects();
      expect(held.map(({ nativeId, kind, data }) => [nativeId, kind, data['recipient']])).to.deep.equal([
        [sent.nativeId, 'message', 'did:plc:visitor'],
        [more.nativeId, 'message', 'did:plc:visitor'],
      ]);
      expect(held[0]?.text).to.equal(text);
      await person.fault('message', 'reset_after');
      // Nobody can tell afterwards: it stands, and the caller is told that it may.
      expect((await platformErrorOf(only(message)('did:plc:visitor', text, 'key-3', run))).kind).to.equal('unknown');
      expect(await person.objects()).to.have.length(3);

      // An app password that does not open messages is no dead token.
      const account = only(await lab.store.account('BLUESKY', person.account.nativeId));
      await lab.store.putAccount({ ...account, data: { ...account.data, messages: false } });
      const error = await platformErrorOf(only(message)('did:plc:visitor', text, 'key-4', run));
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
