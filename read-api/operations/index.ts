export { operationReads } from './operation-reads.ts';
