import { sql, type Kysely } from 'kysely';

/**
 * Database functions that run a played call in one statement. The version of a row is its `xmin`,
 * the id of the transaction that wrote it.
 */
export const createCallFunctions = async (kysely: Kysely<unknown>): Promise<void> => {
  await sql`
    create function sandbox_is_current(relied jsonb) returns boolean language plpgsql stable as $$
    begin
      return not exists (
        select from jsonb_to_recordset(relied)
          as known(source text, platform text, kind text, id text, version text)
        where known.version is distinct from case known.source
          when 'account' then (select held.xmin::text from sandbox_account as held
            where held.platform = known.platform and held.native_id = known.id)
          when 'secret' then (select held.xmin::text from sandbox_secret as held
            where held.platform = known.platform and held.kind = known.kind and held.secret = known.id)
          when 'object' then (select held.xmin::text from sandbox_object as held
            where held.platform = known.platform and held.native_id = known.id)
          when 'record' then (select held.xmin::text from sandbox_record as held
            where held.platform = known.platform and held.kind = known.kind and held.id = known.id)
          when 'metrics' then (select held.xmin::text from sandbox_metrics as held
            where held.platform = known.platform and held.native_id = known.id)
          when 'faults' then (select 'set' from sandbox_fault as held
            where held.workspace_id = known.id and held.platform = known.platform and held.times > 0 limit 1)
        end);
    end $$`.execute(kysely);
  await replaceSandboxCall(kysely);
};

/** The function as this release calls it. It also takes the changes of older releases. */
export const replaceSandboxCall = async (kysely: Kysely<unknown>): Promise<void> => {
  await sql`
    create or replace function sandbox_call(relied jsonb, writes jsonb, wanted integer) returns jsonb language plpgsql as $$
    declare
      change jsonb;
      made jsonb;
      stored boolean := false;
      possible boolean;
    begin
      if not sandbox_is_current(relied) then return null; end if;
      for change in select * from jsonb_array_elements(writes) loop
        made := change -> 'row';
        possible := true;
        case change ->> 'write'
          when 'spent' then
            update sandbox_secret set spent = true
            where platform = made ->> 'platform' and kind = made ->> 'kind' and secret = made ->> 'secret' and not spent
              and (not made ? 'version' or xmin::text = made ->> 'version');
            possible := found;
          when 'object' then
            possible := sandbox_insert(
              jsonb_populate_record(null::sandbox_object, made), (change ->> 'createdAt')::timestamptz) is null;
          when 'changed' then
            update sandbox_object as held set
              value = held.value || (made -> 'change'),
              deleted = coalesce((made ->> 'deleted')::boolean, held.deleted),
              parent_native_id = coalesce(made ->> 'parent_native_id', held.parent_native_id)
            where held.platform = made ->> 'platform' and held.native_id = made ->> 'native_id'
              and (not made ? 'version' or held.xmin::text = made ->> 'version');
            possible := found;
          when 'under' then
            update sandbox_object as held
            set value = held.value || jsonb_build_object('deletedAt', made ->> 'deletedAt'), deleted = true
            where held.platform = made ->> 'platform' and held.parent_native_id = made ->> 'parent_native_id'
              and not held.deleted;
          when 'account' then
            insert into sandbox_account (platform, native_id, workspace_id, username, value)
            select platform, native_id, workspace_id, username, value
            from jsonb_populate_record(null::sandbox_account, made)
            on conflict (platform, native_id) do update set
              workspace_id = excluded.workspace_id, username = excluded.username, value = excluded.value;
          when 'secret' then
            insert into sandbox_secret select * from jsonb_populate_record(null::sandbox_secret, made);
          when 'record' then
            insert into sandbox_record select * from jsonb_populate_record(null::sandbox_record, made)
            on conflict (platform, kind, id) do update set value = excluded.value;
          when 'accounts' then
            insert into sandbox_account (platform, native_id, workspace_id, username, value)
            select platform, native_id, workspace_id, username, value
            from jsonb_populate_recordset(null::sandbox_account, change -> 'rows')
            on conflict (platform, native_id) do update set
              workspace_id = excluded.workspace_id, username = excluded.username, value = excluded.value;
          when 'secrets' then
            insert into sandbox_secret select * from jsonb_populate_recordset(null::sandbox_secret, change -> 'rows');
          when 'records' then
            insert into sandbox_record select * from jsonb_populate_recordset(null::sandbox_record, change -> 'rows')
            on conflict (platform, kind, id) do update set value = excluded.value;
          when 'removed' then
            delete from sandbox_record
            where platform = made ->> 'platform' and kind = made ->> 'kind' and id = made ->> 'id';
        end case;
        if not possible then
          if not stored then return null; end if;
          -- What was stored before in this call must not remain.
          raise exception using errcode = 'SBX01', message = 'the call relied on what has changed';
        end if;
        stored := true;
      end loop;
      return jsonb_build_object(
        'version', pg_current_xact_id()::xid::text,
        'numbers', (select coalesce(jsonb_agg(nextval('sandbox_number')), '[]') from generate_series(1, wanted)));
    end $$`.execute(kysely);
};
