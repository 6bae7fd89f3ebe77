import { auditLogs } from './audit-logs.ts';

export const auditLogProjections = {
  audit_logs: auditLogs,
};
