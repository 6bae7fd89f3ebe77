import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { KnownRow, RowName } from './known-rows.ts';
import { matchingObjects } from './stored-objects.ts';
import { secretOf, type SecretRow } from './stored-secrets.ts';
import type { JsonObject, ObjectQuery, SandboxAccount, SandboxObject } from './store.ts';
import type { SandboxTables } from './tables.ts';

/** One change of a call, in the form of the function `sandbox_call`. */
export type Write = Readonly<{
  write: 'account' | 'secret' | 'spent' | 'object' | 'changed' | 'under' | 'record' | 'removed';
  row: Readonly<Record<string, unknown>>;
  /** Of a new object: the time by which the hold of its key has ended or not. */
  createdAt?: string;
}>;

/** Changes of many rows, each of another row: one insert stores them. */
export type WriteOfMany = Readonly<{ write: 'accounts' | 'secrets' | 'records'; rows: readonly object[] }>;

/** What a statement read, and whether the rows that the call relied on were unchanged by then. */
export type Checked<Found> = Readonly<{ isCurrent: boolean; found: Found }>;

const checkOf = (relied: readonly KnownRow[]): RawBuilder<boolean> =>
  relied.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`sandbox_is_current(${JSON.stringify(relied.map(({ name, version }) => ({ ...name, version })))}::jsonb)`;

const valueOf = ({ source, platform, kind, id }: RowName): RawBuilder<readonly [string, unknown] | null> => {
  switch (source) {
    case 'account':
      return sql`(select json_build_array(xmin::text, value) from sandbox_account
        where platform = ${platform} and native_id = ${id})`;
    case 'secret':
      return sql`(select json_build_array(held.xmin::text, to_json(held)) from sandbox_secret as held
        where platform = ${platform} and kind = ${kind} and secret = ${id})`;
    case 'object':
      return sql`(select json_build_array(xmin::text, value) from sandbox_object
        where platform = ${platform} and native_id = ${id})`;
    case 'record':
      return sql`(select json_build_array(xmin::text, value) from sandbox_record
        where platform = ${platform} and kind = ${kind} and id = ${id})`;
    case 'metrics':
      return sql`(select json_build_array(xmin::text, value) from sandbox_metrics
        where platform = ${platform} and native_id = ${id})`;
    case 'faults':
      return sql`(select json_build_array('set', true) from sandbox_fault
        where workspace_id = ${id} and platform = ${platform} and times > 0 limit 1)`;
  }
};

/** The statements of a call. Each also checks the rows that the call relied on so far. */
export const callStatements = (kysely: Kysely<SandboxTables>) => {
  const checked = async <Found>(relied: readonly KnownRow[], wanted: RawBuilder<Found>): Promise<Checked<Found>> => {
    const { rows } = await sql<Checked<Found>>`
      select ${checkOf(relied)} as "isCurrent", ${wanted} as found`.execute(kysely);
    const [row] = rows;
    if (!row) throw new Error('a statement without from has one row');
    return row;
  };

  return {
    check: async (relied: readonly KnownRow[]): Promise<boolean> => (await checked(relied, sql`null`)).isCurrent,

    async row(name: RowName, relied: readonly KnownRow[]): Promise<Checked<KnownRow>> {
      const { isCurrent, found } = await checked(relied, valueOf(name));
      const [version, value] = found ?? [null, undefined];
      return {
        isCurrent,
        found: { name, version, value: name.source === 'secret' && value ? secretOf(value as SecretRow) : value },
      };
    },

    /** A secret, its account, and the faults that are set for it. */
    async grant(secret: RowName, relied: readonly KnownRow[]): Promise<Checked<readonly KnownRow[]>> {
      const { platform, kind, id } = secret;
      const { isCurrent, found } = await checked(
        relied,
        sql<readonly [string, SecretRow, string, SandboxAccount, boolean] | null>`(
          select json_build_array(held.xmin::text, to_json(held), account.xmin::text, account.value,
            exists (select 1 from sandbox_fault as fault where fault.workspace_id = account.workspace_id
              and fault.platform = account.platform and fault.times > 0))
          from sandbox_secret as held join sandbox_account as account
            on account.platform = held.platform and account.native_id = held.account_native_id
          where held.platform = ${platform} and held.kind = ${kind} and held.secret = ${id})`,
      );
      if (!found) return { isCurrent, found: [] };
      const [secretVersion, value, accountVersion, account, hasFaults] = found;
      const faults = hasFaults ? { version: 'set', value: true } : { version: null, value: undefined };
      return {
        isCurrent,
        found: [
          { name: secret, version: secretVersion, value: secretOf(value) },
          { name: { source: 'account', platform, id: account.nativeId }, version: accountVersion, value: account },
          { name: { source: 'faults', platform, id: account.workspaceId ?? '' }, ...faults },
        ],
      };
    },

    /** Objects, newest first, each with its metrics. */
    async objects(
      query: ObjectQuery,
      relied: readonly KnownRow[],
    ): Promise<Checked<readonly (readonly [object: KnownRow, metrics: KnownRow])[]>> {
      const { platform } = query;
      type Listed = readonly [SandboxObject, string, JsonObject | null, string | null];
      const { isCurrent, found } = await checked(
        relied,
        sql<readonly Listed[]>`(
          select coalesce(json_agg(json_build_array(listed.value, listed.version, metrics.value, metrics.xmin::text)
            order by listed.position desc), '[]')
          from (${matchingObjects(kysely, query)}) as listed
          left join sandbox_metrics as metrics
            on metrics.platform = ${platform} and metrics.native_id = listed.native_id)`,
      );
      return {
        isCurrent,
        found: found.map(([object, version, metrics, metricsVersion]) => {
          const { nativeId: id } = object;
          return [
            { name: { source: 'object', platform, id }, version, value: object },
            { name: { source: 'metrics', platform, id }, version: metricsVersion, value: metrics ?? undefined },
          ];
        }),
      };
    },

    /**
     * Stores the changes of a call and fetches unused numbers. Undefined, and nothing is stored,
     * where a row that the call relied on has changed, a secret was spent before, or another object
     * holds the key of a new one.
     */
    async store(
      relied: readonly KnownRow[],
      writes: readonly (Write | WriteOfMany)[],
      numbers: number,
    ): Promise<Readonly<{ version: string; numbers: readonly number[] }> | undefined> {
      const known = JSON.stringify(relied.map(({ name, version }) => ({ ...name, version })));
      try {
        const { rows } = await sql<{ stored: { version: string; numbers: readonly number[] } | null }>`
          select sandbox_call(${known}::jsonb, ${JSON.stringify(writes)}::jsonb, ${numbers}::int) as stored`.execute(
          kysely,
        );
        return rows[0]?.stored ?? undefined;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === outdatedState) return undefined;
        throw error;
      }
    },
  };
};

export type CallStatements = ReturnType<typeof callStatements>;

/** The SQLSTATE of a call whose first changes are rolled back because a later one cannot be made. */
export const outdatedState = 'SBX01';
