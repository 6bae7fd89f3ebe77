export { userReads } from './user-reads.ts';
