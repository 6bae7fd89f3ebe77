export { reviewReads } from './review-reads.ts';
