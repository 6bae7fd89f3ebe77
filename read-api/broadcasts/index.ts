export { broadcastReads } from './broadcast-reads.ts';
