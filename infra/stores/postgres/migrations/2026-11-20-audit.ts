import { sql, type Migration } from 'kysely';

/** The tree over the log, its signed checkpoints, and the signing keys. */
export const audit: Migration = {
  async up(db) {
    await sql`
      create table audit_tree (
        log text collate "C" primary key,
        size bigint not null,
        chain bytea not null
      )`.execute(db);
    await sql`create unique index audit_tree_only_one on audit_tree ((true))`.execute(db);
    // The position of each leaf's event in the log. The leaf's hash is the node of level 0.
    await sql`
      create table audit_leaf (
        index bigint primary key,
        "commit" bigint not null,
        prepare bigint not null
      )`.execute(db);
    await sql`create unique index audit_leaf_position on audit_leaf ("commit", prepare)`.execute(db);
    await sql`
      create table audit_node (
        level smallint not null,
        index bigint not null,
        hash bytea not null,
        primary key (level, index)
      )`.execute(db);
    await sql`
      create table audit_checkpoint (
        size bigint primary key,
        checkpoint json not null,
        signature text not null
      )`.execute(db);
    await sql`
      create table audit_key (
        key_id text collate "C" primary key,
        public_key text not null,
        first_used_at timestamptz not null default now()
      )`.execute(db);
  },
};
