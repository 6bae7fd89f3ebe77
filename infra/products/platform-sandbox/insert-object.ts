import { sql, type Kysely } from 'kysely';
import type { SandboxTables } from './tables.ts';
import type { SandboxObject, SandboxStore } from './store.ts';

/** Stores an object in one round trip: returns it, or the object that already holds its key. */
export const insertObjectInto =
  (database: Kysely<SandboxTables>): SandboxStore['insertObject'] =>
  async (object, unique) => {
    const row = {
      platform: object.platform,
      native_id: object.nativeId,
      account_native_id: object.accountNativeId,
      kind: object.kind,
      direction: object.direction,
      parent_native_id: object.parentNativeId,
      deleted: object.deletedAt !== null,
      unique_key: unique?.key ?? null,
      unique_until: unique?.until ?? null,
      value: object,
    };
    const { rows } = await sql<{ holder: SandboxObject | null }>`
      select sandbox_insert(json_populate_record(null::sandbox_object, ${JSON.stringify(row)}::json), ${object.createdAt}) as holder`.execute(
      database,
    );
    const holder = rows[0]?.holder;
    return holder ? { object: holder, inserted: false } : { object, inserted: true };
  };
