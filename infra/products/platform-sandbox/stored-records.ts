import type { Kysely } from 'kysely';
import type { SandboxStore } from './store.ts';
import type { SandboxTables } from './tables.ts';

/** Records of a platform's own kinds, and the metrics of its objects. */
export const storedRecords = (
  kysely: Kysely<SandboxTables>,
): Pick<SandboxStore, 'putRecord' | 'record' | 'removeRecord' | 'putMetrics' | 'metrics'> => ({
  async putRecord(platform, kind, id, value) {
    const row = { value: JSON.stringify(value) };
    await kysely
      .insertInto('sandbox_record')
      .values({ platform, kind, id, ...row })
      .onConflict((conflict) => conflict.columns(['platform', 'kind', 'id']).doUpdateSet(row))
      .execute();
  },
  async record(platform, kind, id) {
    const row = await kysely
      .selectFrom('sandbox_record')
      .select('value')
      .where((row) => row.and({ platform, kind, id }))
      .executeTakeFirst();
    return row?.value;
  },
  async removeRecord(platform, kind, id) {
    await kysely
      .deleteFrom('sandbox_record')
      .where((row) => row.and({ platform, kind, id }))
      .execute();
  },

  async putMetrics(platform, nativeId, metrics) {
    const row = { value: JSON.stringify(metrics) };
    await kysely
      .insertInto('sandbox_metrics')
      .values({ platform, native_id: nativeId, ...row })
      .onConflict((conflict) => conflict.columns(['platform', 'native_id']).doUpdateSet(row))
      .execute();
  },
  async metrics(platform, nativeId) {
    const row = await kysely
      .selectFrom('sandbox_metrics')
      .select('value')
      .where((row) => row.and({ platform, native_id: nativeId }))
      .executeTakeFirst();
    return row?.value ?? {};
  },
});
