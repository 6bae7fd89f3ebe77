export { audienceReads } from './audience-reads.ts';
