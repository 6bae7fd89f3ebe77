export { historyReads } from './history-reads.ts';
export { resourceDiffs } from './resource-diff-reads.ts';
