import { sql, type Kysely } from 'kysely';
import { objectRow } from './rows.ts';
import type { SandboxTables } from './tables.ts';
import type { SandboxObject, SandboxStore } from './store.ts';

/** Stores an object in one round trip: returns it, or the object that already holds its key. */
export const insertObjectInto =
  (database: Kysely<SandboxTables>): SandboxStore['insertObject'] =>
  async (object, unique) => {
    const { rows } = await sql<{ holder: SandboxObject | null }>`
      select sandbox_insert(json_populate_record(null::sandbox_object, ${JSON.stringify(objectRow(object, unique))}::json), ${object.createdAt}) as holder`.execute(
      database,
    );
    const holder = rows[0]?.holder;
    return holder ? { object: holder, inserted: false } : { object, inserted: true };
  };
