export { postReads } from './post-reads.ts';
