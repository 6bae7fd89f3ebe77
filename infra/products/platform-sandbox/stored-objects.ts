import { sql, type Kysely, type SqlBool } from 'kysely';
import { insertObjectInto } from './insert-object.ts';
import type { ObjectQuery, SandboxStore } from './store.ts';
import type { SandboxTables } from './tables.ts';

/** Selects objects, newest first. */
export const matchingObjects = (kysely: Kysely<SandboxTables>, query: ObjectQuery) => {
  const { platform, accountNativeId, workspaceId, direction, kinds, parentNativeId, deleted } = query;
  const position = (nativeId: string) =>
    kysely
      .selectFrom('sandbox_object')
      .select('position')
      .where((row) => row.and({ platform, native_id: nativeId }));
  let rows = kysely
    .selectFrom('sandbox_object')
    .select(['value', 'native_id', 'position', sql<string>`xmin::text`.as('version')])
    .where('platform', '=', platform);
  if (accountNativeId !== undefined) rows = rows.where('account_native_id', '=', accountNativeId);
  if (direction !== undefined) rows = rows.where('direction', '=', direction);
  if (kinds !== undefined) rows = rows.where('kind', 'in', [...kinds]);
  if (parentNativeId !== undefined)
    rows = rows.where(sql<SqlBool>`parent_native_id = any(${[parentNativeId].flat()}::text[])`);
  if (!deleted) rows = rows.where('deleted', '=', false);
  if (query.sinceNativeId !== undefined)
    rows = rows.where(sql<SqlBool>`position > coalesce((${position(query.sinceNativeId)}), 0)`);
  if (query.beforeNativeId !== undefined)
    rows = rows.where(sql<SqlBool>`position < coalesce((${position(query.beforeNativeId)}), 9e18)`);
  if (workspaceId !== undefined)
    rows = rows.where('account_native_id', 'in', (inner) =>
      inner
        .selectFrom('sandbox_account')
        .select('native_id')
        .where((row) => row.and({ platform, workspace_id: workspaceId })),
    );
  return rows.orderBy('position', 'desc').limit(query.limit);
};

/** What exists on the simulated platforms. */
export const storedObjects = (
  kysely: Kysely<SandboxTables>,
): Pick<SandboxStore, 'insertObject' | 'objects' | 'object' | 'changeObject' | 'deleteUnder'> => {
  return {
    insertObject: insertObjectInto(kysely),
    async objects(query) {
      const found = await matchingObjects(kysely, query).execute();
      return found.map(({ value }) => value);
    },
    async object(platform, nativeId) {
      const row = await kysely
        .selectFrom('sandbox_object')
        .select('value')
        .where((row) => row.and({ platform, native_id: nativeId }))
        .executeTakeFirst();
      return row?.value;
    },
    async changeObject(platform, nativeId, change) {
      await kysely
        .updateTable('sandbox_object')
        .set({
          value: sql<string>`value || ${JSON.stringify(change)}::jsonb`,
          ...(change.deletedAt !== undefined && { deleted: change.deletedAt !== null }),
          ...(change.parentNativeId !== undefined && { parent_native_id: change.parentNativeId }),
        })
        .where((row) => row.and({ platform, native_id: nativeId }))
        .execute();
    },
    async deleteUnder(platform, parentNativeId, deletedAt) {
      await kysely
        .updateTable('sandbox_object')
        .set({ value: sql<string>`value || ${JSON.stringify({ deletedAt })}::jsonb`, deleted: true })
        .where((row) => row.and({ platform, parent_native_id: parentNativeId, deleted: false }))
        .execute();
    },
  };
};
