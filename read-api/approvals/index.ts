export { approvalReads } from './approval-reads.ts';
