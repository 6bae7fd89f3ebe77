export { analyticsReads } from './analytics-reads.ts';
