export { bulkReads } from './bulk-reads.ts';
