export { automationReads } from './automation-reads.ts';
