import type { Kysely } from 'kysely';
import { accountRow } from './rows.ts';
import type { SandboxStore } from './store.ts';
import type { SandboxTables } from './tables.ts';

/** The accounts of the simulated platforms. */
export const storedAccounts = (
  kysely: Kysely<SandboxTables>,
): Pick<SandboxStore, 'putAccount' | 'account' | 'accountNamed' | 'accounts'> => ({
  async putAccount(account) {
    const row = { ...accountRow(account), value: JSON.stringify(account) };
    await kysely
      .insertInto('sandbox_account')
      .values(row)
      .onConflict((conflict) => conflict.columns(['platform', 'native_id']).doUpdateSet(row))
      .execute();
  },
  async account(platform, nativeId) {
    const row = await kysely
      .selectFrom('sandbox_account')
      .select('value')
      .where((row) => row.and({ platform, native_id: nativeId }))
      .executeTakeFirst();
    return row?.value;
  },
  async accountNamed(platform, username) {
    const row = await kysely
      .selectFrom('sandbox_account')
      .select('value')
      .where((row) => row.and({ platform, username }))
      .orderBy('position')
      .executeTakeFirst();
    return row?.value;
  },
  async accounts(platform, workspaceId) {
    const rows = await kysely
      .selectFrom('sandbox_account')
      .select('value')
      .where((row) => row.and({ platform, workspace_id: workspaceId }))
      .orderBy('position', 'desc')
      .limit(1000)
      .execute();
    return rows.map(({ value }) => value);
  },
});
