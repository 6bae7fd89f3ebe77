import { sql, type Migration } from 'kysely';

/**
 * Every claim of a process instance takes a new number, which later statements about the instance
 * prove. An older release leaves the number unchanged and writes another owner. The index finds the
 * workspaces with due rows in a lane.
 */
export const leaseTokens: Migration = {
  async up(db) {
    await sql`create sequence process_lease_token`.execute(db);
    await sql`alter table process_instance add column lease_token bigint not null default 0`.execute(db);
    await sql`
      create index process_instance_workspace on process_instance (mode, lane, workspace_id, wake_at)
      where wake_at is not null`.execute(db);
  },
};
