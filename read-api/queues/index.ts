export { queueReads } from './queue-reads.ts';
