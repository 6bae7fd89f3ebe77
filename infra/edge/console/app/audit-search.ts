/** What is searched for in the audit log; the API reads a day as the whole day in UTC. */
export type AuditSearch = Readonly<{ type?: string; resource?: string; actor?: string; from?: string; to?: string }>;
