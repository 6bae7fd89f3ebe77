import { sql, type Migration } from 'kysely';

/** Checkpoints, builds of read models, parked keys, process instances and the test clock. */
export const engine: Migration = {
  async up(db) {
    await sql`
      create table checkpoint (
        subscriber text collate "C" primary key,
        "commit" bigint not null,
        prepare bigint not null,
        parked text,
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table read_model (
        model text collate "C" not null,
        generation integer not null,
        version integer not null,
        status text not null check (status in ('building', 'live', 'retired')),
        created_at timestamptz not null default now(),
        switched_at timestamptz,
        primary key (model, generation)
      )`.execute(db);
    await sql`
      create table parked (
        subscriber text collate "C" not null,
        key text collate "C" not null,
        stream text not null,
        "commit" bigint not null,
        event_type text not null,
        error text not null,
        parked_at timestamptz not null default now(),
        primary key (subscriber, key)
      )`.execute(db);
    await sql`
      create table process_instance (
        process text collate "C" not null,
        instance text collate "C" not null,
        workspace_id text collate "C" not null,
        mode text collate "C" not null check (mode in ('live', 'test')),
        state jsonb not null,
        revision integer not null,
        wake_at timestamptz,
        lane text collate "C" not null,
        not_before timestamptz,
        lease_owner text collate "C",
        lease_until timestamptz,
        failures integer not null default 0,
        last_error text,
        updated_at timestamptz not null default now(),
        primary key (process, instance)
      ) with (fillfactor = 70)`.execute(db);
    await sql`
      create index process_instance_due on process_instance (mode, lane, wake_at) where wake_at is not null`.execute(
      db,
    );
    await sql`
      create index process_instance_next on process_instance (mode, wake_at) where wake_at is not null`.execute(db);
    await sql`
      create index process_instance_leased on process_instance (lease_owner) where lease_owner is not null`.execute(db);
    await sql`create table test_clock (ahead_ms bigint not null)`.execute(db);
    await sql`insert into test_clock (ahead_ms) values (0)`.execute(db);
  },
};
