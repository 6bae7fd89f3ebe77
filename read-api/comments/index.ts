export { commentReads } from './comment-reads.ts';
