export { mentionReads } from './mention-reads.ts';
