export { hashtagSetReads } from './hashtag-set-reads.ts';
