import { sql, type Migration } from 'kysely';

/**
 * When the key of a record is free again, on its workspace's clock. Null: a day after `asked_at`,
 * which is real time.
 */
export const idempotencyExpiry: Migration = {
  async up(db) {
    await sql`alter table idempotency_record add column expires_at timestamptz`.execute(db);
  },
};
