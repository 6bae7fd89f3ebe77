export { reportReads } from './report-reads.ts';
