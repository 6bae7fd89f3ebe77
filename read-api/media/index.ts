export { mediaReads } from './media-reads.ts';
