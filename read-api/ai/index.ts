export { aiReads } from './ai-reads.ts';
