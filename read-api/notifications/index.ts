export { preferenceReads as notificationReads } from './preference-reads.ts';
