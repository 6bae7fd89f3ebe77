import { sql, type Kysely } from 'kysely';
import type { SandboxStore } from './store.ts';
import type { SandboxTables } from './tables.ts';

/** The faults set for operations. */
export const storedFaults = (
  kysely: Kysely<SandboxTables>,
): Pick<SandboxStore, 'takeFault' | 'addFault' | 'clearFaults'> => {
  const takeFault: SandboxStore['takeFault'] = async (fits) => {
    const { platform, operation, workspaceId, accountNativeId, kinds } = fits;
    if (workspaceId === null) return undefined;
    // One statement uses up one occurrence. A fault without occurrences left remains until it is
    // cleared or swept.
    const { rows } = await sql<{ fault: SandboxTables['sandbox_fault']['fault'] }>`
      update sandbox_fault set times = times - 1 where id = (
        select id from sandbox_fault
        where workspace_id = ${workspaceId} and platform = ${platform} and operation = ${operation} and times > 0
          and (account_native_id is null or account_native_id = ${accountNativeId})
          and (${kinds === undefined} or fault = any(${[...(kinds ?? [])]}))
        order by position limit 1 for update)
      and times > 0 returning fault`.execute(kysely);
    return rows[0]?.fault;
  };

  return {
    takeFault,
    async addFault({ id, workspaceId, platform, operation, fault, times, accountNativeId }) {
      await kysely
        .insertInto('sandbox_fault')
        .values({
          id,
          workspace_id: workspaceId,
          platform,
          operation,
          fault,
          times,
          account_native_id: accountNativeId ?? null,
        })
        .execute();
    },
    async clearFaults(workspaceId) {
      await kysely.deleteFrom('sandbox_fault').where('workspace_id', '=', workspaceId).execute();
    },
  };
};
