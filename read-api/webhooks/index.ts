export { webhookReads } from './webhook-reads.ts';
