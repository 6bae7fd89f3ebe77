import { expect } from 'chai';
import { contract } from './contract.ts';
import { rendered } from './lab.ts';
import { only } from './cases/publishing.ts';

contract({
  platform: 'MASTODON',
  absent: {
    'publish a reel or short': 'Mastodon has no short form of its own',
    'publish a story': 'Mastodon has no stories',
    'publish images and a video in one post': 'the reference mixes no images and videos on Mastodon',
    'publish a document': 'Mastodon takes no documents',
    'find a first comment after reset_after': 'the reference offers none on Mastodon',
    'find a first comment after reset_before': 'the reference offers none on Mastodon',
    'unpublish with the first comment, which goes first': 'the reference offers none on Mastodon',
    'a video upload goes on where the service died': 'the bytes go in one request',
    'first comment': 'the reference offers none on Mastodon',
    'container failed': 'Mastodon has no containers',
    refresh: 'tokens neither expire nor refresh',
    'a replayed refresh token': 'there are no refresh tokens',
    'a refresh that fails by the way': 'there is no refresh call',
    'a refresh that is refused': 'there is no refresh call',
    destinations: 'a Mastodon account is its own only destination',
    hide: 'an instance offers no hiding of replies',
    reviews: 'Mastodon has no reviews',
  },
  tooLong: 'word '.repeat(101),
  metrics: {
    given: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
    expected: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
  },
  own: {
    'publish with metadata': async ({ lab }) => {
      const person = await lab.person('MASTODON');
      const metadata = {
        visibility: 'unlisted',
        spoilerText: 'News',
        sensitive: true,
        language: 'de',
        title: 'not ours',
      };
      const post = { ...rendered('MASTODON', 'Guten Tag'), metadata };
      await lab.adapter('MASTODON').publisher.publish(post, person.newRun().run);
      expect(only((await person.objects())[0]).request).to.deep.equal({
        status: 'Guten Tag',
        visibility: 'unlisted',
        spoiler_text: 'News',
        sensitive: true,
        language: 'de',
      });
    },
    'sign in with a secret': async ({ lab }) => {
      const person = await lab.person('MASTODON');
      const { connector } = lab.adapter('MASTODON');
      const { accessToken } = person.grant.credentials;
      const grant = await only(connector.signIn).call(connector, { instanceUrl: 'mastodon.social', accessToken });
      expect((await connector.details(grant.credentials)).nativeId).to.equal(person.account.nativeId);
    },
  },
});
