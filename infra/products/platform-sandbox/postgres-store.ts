import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely';
import type { NoTables } from './tables.ts';
import { insertObjectInto } from './insert-object.ts';
import type { SandboxSecret, SandboxStore } from './store.ts';
import type { SandboxTables } from './tables.ts';

type SecretRow = Selectable<SandboxTables['sandbox_secret']>;

const secretOf = (row: SecretRow): SandboxSecret => ({
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

/** Numbers fetched in one query. */
const numbersAtOnce = 32;

/** The sandbox's memory in Postgres: what an answer says has been committed before the answer leaves. */
export const postgresSandboxStore = (database: Kysely<NoTables>): SandboxStore => {
  const kysely = database.withTables<SandboxTables>();
  /** Numbers that were fetched and not given out, the lowest last. */
  let numbers: number[] = [];

  const position = (platform: string, nativeId: string) =>
    kysely
      .selectFrom('sandbox_object')
      .select('position')
      .where('platform', '=', platform)
      .where('native_id', '=', nativeId);

  const objects: SandboxStore['objects'] = async (query) => {
    const { platform, accountNativeId, workspaceId, direction, kinds, parentNativeId, deleted } = query;
    let rows = kysely.selectFrom('sandbox_object').select('value').where('platform', '=', platform);
    if (accountNativeId !== undefined) rows = rows.where('account_native_id', '=', accountNativeId);
    if (direction !== undefined) rows = rows.where('direction', '=', direction);
    if (kinds !== undefined) rows = rows.where('kind', 'in', [...kinds]);
    if (parentNativeId !== undefined) rows = rows.where('parent_native_id', '=', parentNativeId);
    if (!deleted) rows = rows.where('deleted', '=', false);
    if (query.sinceNativeId !== undefined)
      rows = rows.where(sql<SqlBool>`position > coalesce((${position(platform, query.sinceNativeId)}), 0)`);
    if (query.beforeNativeId !== undefined)
      rows = rows.where(sql<SqlBool>`position < coalesce((${position(platform, query.beforeNativeId)}), 9e18)`);
    if (workspaceId !== undefined)
      rows = rows.where('account_native_id', 'in', (inner) =>
        inner
          .selectFrom('sandbox_account')
          .select('native_id')
          .where('platform', '=', platform)
          .where('workspace_id', '=', workspaceId),
      );
    const found = await rows.orderBy('position', 'desc').limit(query.limit).execute();
    return found.map(({ value }) => value);
  };

  const takeFault: SandboxStore['takeFault'] = async (fits) => {
    const { platform, operation, workspaceId, accountNativeId, kinds } = fits;
    if (workspaceId === null) return undefined;
    // One statement uses up one occurrence. A fault without occurrences left stays until it is cleared or swept.
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
    insertObject: insertObjectInto(database),
    objects,
    takeFault,

    async putAccount(account) {
      const row = { workspace_id: account.workspaceId, username: account.username, value: JSON.stringify(account) };
      await kysely
        .insertInto('sandbox_account')
        .values({ platform: account.platform, native_id: account.nativeId, ...row })
        .onConflict((conflict) => conflict.columns(['platform', 'native_id']).doUpdateSet(row))
        .execute();
    },
    async account(platform, nativeId) {
      const row = await kysely
        .selectFrom('sandbox_account')
        .select('value')
        .where('platform', '=', platform)
        .where('native_id', '=', nativeId)
        .executeTakeFirst();
      return row?.value;
    },
    async accountNamed(platform, username) {
      const row = await kysely
        .selectFrom('sandbox_account')
        .select('value')
        .where('platform', '=', platform)
        .where('username', '=', username)
        .orderBy('position')
        .executeTakeFirst();
      return row?.value;
    },
    async accounts(platform, workspaceId) {
      const rows = await kysely
        .selectFrom('sandbox_account')
        .select('value')
        .where('platform', '=', platform)
        .where('workspace_id', '=', workspaceId)
        .orderBy('position', 'desc')
        .limit(1000)
        .execute();
      return rows.map(({ value }) => value);
    },

    async putSecret(secret) {
      await kysely
        .insertInto('sandbox_secret')
        .values({
          platform: secret.platform,
          kind: secret.kind,
          secret: secret.value,
          account_native_id: secret.accountNativeId,
          family: secret.family,
          expires_at: secret.expiresAt === undefined ? null : new Date(secret.expiresAt),
          spent: secret.spent,
          revoked: secret.revoked,
          value: JSON.stringify(secret.data),
        })
        .execute();
    },
    async secret(platform, kind, value) {
      const row = await kysely
        .selectFrom('sandbox_secret')
        .selectAll()
        .where('platform', '=', platform)
        .where('kind', '=', kind)
        .where('secret', '=', value)
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
        .select('account.value as account')
        .where('secret.platform', '=', platform)
        .where('secret.kind', '=', kind)
        .where('secret.secret', '=', value)
        .executeTakeFirst();
      return row && { secret: secretOf(row), account: row.account };
    },
    async spend(platform, kind, value) {
      const { numUpdatedRows } = await kysely
        .updateTable('sandbox_secret')
        .set({ spent: true })
        .where('platform', '=', platform)
        .where('kind', '=', kind)
        .where('secret', '=', value)
        .where('spent', '=', false)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async revokeFamily(platform, family) {
      await kysely
        .updateTable('sandbox_secret')
        .set({ revoked: true })
        .where('platform', '=', platform)
        .where('family', '=', family)
        .execute();
    },
    async revokeGrants(platform, accountNativeId) {
      await kysely
        .updateTable('sandbox_secret')
        .set({ revoked: true })
        .where('platform', '=', platform)
        .where('account_native_id', '=', accountNativeId)
        .execute();
    },

    async hasLiveGrant(platform, accountNativeId, at) {
      const row = await kysely
        .selectFrom('sandbox_secret')
        .select('secret')
        .where('platform', '=', platform)
        .where('account_native_id', '=', accountNativeId)
        .where('kind', 'in', ['access', 'refresh'])
        .where('spent', '=', false)
        .where('revoked', '=', false)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async object(platform, nativeId) {
      const row = await kysely
        .selectFrom('sandbox_object')
        .select('value')
        .where('platform', '=', platform)
        .where('native_id', '=', nativeId)
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
        .where('platform', '=', platform)
        .where('native_id', '=', nativeId)
        .execute();
    },

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
        .where('platform', '=', platform)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.value;
    },
    async removeRecord(platform, kind, id) {
      await kysely
        .deleteFrom('sandbox_record')
        .where('platform', '=', platform)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute();
    },

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
        .where('platform', '=', platform)
        .where('native_id', '=', nativeId)
        .executeTakeFirst();
      return row?.value ?? {};
    },

    async next() {
      const number = numbers.pop();
      if (number !== undefined) return number;
      const { rows } = await sql<{ number: string }>`
        select nextval('sandbox_number') as number from generate_series(1, ${numbersAtOnce}::int)`.execute(kysely);
      // What another call fetched meanwhile goes unused: numbers are to differ and to rise, nothing else.
      numbers = rows.map((row) => Number(row.number)).reverse();
      return numbers.pop() as number;
    },
  };
};
