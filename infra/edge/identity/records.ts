import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../stores/postgres/database.ts';

type RecordTable = {
  model: string;
  id: string;
  grant_id: string | null;
  uid: string | null;
  payload: string;
  expires_at: Date | null;
};

/**
 * These ids are credentials, so the table stores their hashes only, as for API keys. A session's id
 * is worthless without its signature.
 */
const bearers: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** An application that registered itself is forgotten unless a person connects it within a day. */
const registeredSeconds = 86_400;
/** A connected one is kept longer than its grant lasts. */
const connectedDays = 400;

const hashed = (id: string): string => createHash('sha256').update(id).digest('base64url');

const endOf = (seconds: number | undefined): Date | null => (seconds ? new Date(Date.now() + seconds * 1000) : null);

/** The issuer's storage in Postgres, so that a refresh token outlives a restart. */
export const identityRecords =
  (database: Database) =>
  (model: string): Adapter => {
    const db = database.kysely.withTables<{ identity_record: RecordTable }>();
    const alive = sql<boolean>`(expires_at is null or expires_at > now())`;
    const one = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
      const row = await db
        .selectFrom('identity_record')
        .select(sql<AdapterPayload>`payload`.as('payload'))
        .where('model', '=', model)
        .where(column, '=', value)
        .where(alive)
        .executeTakeFirst();
      return row?.payload;
    };
    return {
      upsert: async (id, payload, expiresIn) => {
        const { jti, ...data } = payload;
        const changing = {
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          payload: JSON.stringify(bearers.has(model) ? data : { ...data, jti }),
          expires_at: endOf(model === 'Client' ? registeredSeconds : expiresIn),
        };
        await db
          .insertInto('identity_record')
          .values({ model, id: hashed(id), ...changing })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(changing))
          .execute();
      },
      find: async (id) => {
        const found = await one('id', hashed(id));
        return found && { ...found, jti: id };
      },
      findByUid: (uid) => one('uid', uid),
      findByUserCode: () => Promise.resolve(undefined),
      consume: async (id) => {
        await sql`
          update identity_record set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::int)
          where model = ${model} and id = ${hashed(id)}`.execute(db);
      },
      destroy: async (id) => {
        await db.deleteFrom('identity_record').where('model', '=', model).where('id', '=', hashed(id)).execute();
      },
      revokeByGrantId: async (grantId) => {
        await db.deleteFrom('identity_record').where('grant_id', '=', grantId).execute();
      },
    };
  };

/** Deletes expired records. Call it from time to time; correctness does not depend on it. */
export const dropExpiredRecords = async (database: Database): Promise<void> => {
  await sql`delete from identity_record where expires_at < now()`.execute(database.kysely);
};

/** Applications that registered themselves. */
export type RegisteredApplications = Readonly<{
  count(): Promise<number>;
  /** Keeps one that a person connected. */
  keep(clientId: string): Promise<void>;
}>;

export const registeredApplications = ({ kysely }: Database): RegisteredApplications => ({
  count: async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from identity_record where model = 'Client' and expires_at > now()`.execute(kysely);
    return rows[0]?.count ?? 0;
  },
  keep: async (clientId) => {
    await sql`
      update identity_record set expires_at = ${endOf(connectedDays * 86_400)}
      where model = 'Client' and id = ${hashed(clientId)}`.execute(kysely);
  },
});
