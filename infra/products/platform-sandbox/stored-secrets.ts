import { sql, type Kysely, type Selectable } from 'kysely';
import { secretRow } from './rows.ts';
import type { SandboxSecret, SandboxStore } from './store.ts';
import type { SandboxTables } from './tables.ts';

export type SecretRow = Selectable<SandboxTables['sandbox_secret']>;

export const secretOf = (row: SecretRow): SandboxSecret => ({
  platform: row.platform as SandboxSecret['platform'],
  kind: row.kind,
  value: row.secret,
  accountNativeId: row.account_native_id,
  family: row.family,
  ...(row.expires_at && { expiresAt: new Date(row.expires_at).toISOString() }),
  spent: row.spent,
  revoked: row.revoked,
  data: row.value,
});

const faultsOfAccount = sql<boolean>`exists (select 1 from sandbox_fault as fault
  where fault.workspace_id = account.workspace_id and fault.platform = account.platform and fault.times > 0)`;

/** The tokens, codes and other secrets of the simulated platforms. */
export const storedSecrets = (
  kysely: Kysely<SandboxTables>,
): Pick<
  SandboxStore,
  'putSecret' | 'secret' | 'grant' | 'spend' | 'revokeFamily' | 'revokeGrants' | 'hasLiveGrant'
> => ({
  async putSecret(secret) {
    await kysely
      .insertInto('sandbox_secret')
      .values({ ...secretRow(secret), value: JSON.stringify(secret.data) })
      .execute();
  },
  async secret(platform, kind, value) {
    const row = await kysely
      .selectFrom('sandbox_secret')
      .selectAll()
      .where((row) => row.and({ platform, kind, secret: value }))
      .executeTakeFirst();
    return row && secretOf(row);
  },
  async grant(platform, kind, value) {
    const row = await kysely
      .selectFrom('sandbox_secret as secret')
      .innerJoin('sandbox_account as account', (join) =>
        join
          .onRef('account.platform', '=', 'secret.platform')
          .onRef('account.native_id', '=', 'secret.account_native_id'),
      )
      .selectAll('secret')
      .select(['account.value as account', faultsOfAccount.as('hasFaults')])
      .where((row) => row.and({ 'secret.platform': platform, 'secret.kind': kind, 'secret.secret': value }))
      .executeTakeFirst();
    return row && { secret: secretOf(row), account: row.account, hasFaults: row.hasFaults };
  },
  async spend(platform, kind, value) {
    const { numUpdatedRows } = await kysely
      .updateTable('sandbox_secret')
      .set({ spent: true })
      .where((row) => row.and({ platform, kind, secret: value, spent: false }))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async revokeFamily(platform, family) {
    await kysely
      .updateTable('sandbox_secret')
      .set({ revoked: true })
      .where((row) => row.and({ platform, family }))
      .execute();
  },
  async revokeGrants(platform, accountNativeId) {
    await kysely
      .updateTable('sandbox_secret')
      .set({ revoked: true })
      .where((row) => row.and({ platform, account_native_id: accountNativeId }))
      .execute();
  },

  async hasLiveGrant(platform, accountNativeId, at) {
    const row = await kysely
      .selectFrom('sandbox_secret')
      .select('secret')
      .where((row) => row.and({ platform, account_native_id: accountNativeId }))
      .where('kind', 'in', ['access', 'refresh'])
      .where((row) => row.and({ spent: false, revoked: false }))
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
});
