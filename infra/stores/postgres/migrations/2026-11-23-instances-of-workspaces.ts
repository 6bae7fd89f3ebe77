import { sql, type Migration } from 'kysely';

/**
 * A deletion ends the instances of a workspace and removes its parked keys. Keys that an older
 * release parks have no workspace.
 */
export const instancesOfWorkspaces: Migration = {
  async up(db) {
    await sql`create index process_instance_of_workspace on process_instance (workspace_id, process)`.execute(db);
    await sql`alter table parked add column workspace_id text collate "C"`.execute(db);
  },
};
