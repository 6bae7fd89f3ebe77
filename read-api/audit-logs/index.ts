export { auditLogReads } from './audit-log-reads.ts';
