export { sequenceReads } from './sequence-reads.ts';
