export { accountReads } from './account-reads.ts';
