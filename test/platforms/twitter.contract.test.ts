import { contract } from './contract.ts';

contract({
  platform: 'TWITTER',
  absent: {
    'publish with metadata': 'the reference names no metadata field of X',
    'first comment': 'the reference offers none on X',
    'container failed': 'X has no containers',
    'sign in with a secret': 'X connects by OAuth only',
    destinations: 'an X account is its own only destination',
    reviews: 'X has no reviews',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(60),
});
