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
    'a direct message': 'messages are another service of the network, which app passwords do not open by default',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(61),
  metrics: {
    given: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
    expected: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
  },
  own: {
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
      await connector.revoke({ id: 'a', ...details }, renewed.credentials);
      expect((await platformErrorOf(connector.details(renewed.credentials))).kind).to.equal('unauthorized');
      const wrong = await platformErrorOf(signIn({ identifier: person.account.username, password: 'wrong' }));
      expect(wrong.kind).to.equal('unauthorized');
      expect(wrong.platformCode).to.equal('AuthenticationRequired');
    },
  },
});
