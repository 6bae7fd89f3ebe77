export { personaReads } from './persona-reads.ts';
