import { contract } from './contract.ts';

contract({
  platform: 'TWITTER',
  absent: {
    'publish a reel or short': 'X has no short form of its own: every video is a tweet',
    'publish a story': 'X has no stories',
    'publish images and a video in one post': 'the reference mixes no images and videos on X',
    'publish a document': 'X takes no documents',
    'find a first comment after reset_after': 'the reference offers none on X',
    'find a first comment after reset_before': 'the reference offers none on X',
    'unpublish with the first comment, which goes first': 'the reference offers none on X',
    'publish with metadata': 'each field of X has a case in every-field.test.ts',
    'first comment': 'the reference offers none on X',
    'container failed': 'X has no containers',
    'sign in with a secret': 'X connects by OAuth only',
    destinations: 'an X account is its own only destination',
    reviews: 'X has no reviews',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(60),
});
