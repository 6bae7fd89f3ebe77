import { sql, type Kysely } from 'kysely';
import type { PaymentRecords } from './records.ts';

/** The name of these records among those of the platforms. */
const provider = 'STRIPE';
const maxListed = 100;

/** Records in the table of the simulated platforms' records. */
export const storedPaymentRecords = (db: Kysely<unknown>): PaymentRecords => ({
  async get(kind, id) {
    const { rows } = await sql<{ value: never }>`
      select value from sandbox_record where platform = ${provider} and kind = ${kind} and id = ${id}`.execute(db);
    return rows[0]?.value;
  },
  async put(kind, id, value) {
    await sql`
      insert into sandbox_record (platform, kind, id, value) values (${provider}, ${kind}, ${id}, ${JSON.stringify(value)})
      on conflict (platform, kind, id) do update set value = excluded.value`.execute(db);
  },
  async add(...records) {
    const rows = records.map(([kind, id, value]) => ({ kind, id, value }));
    await sql`
      insert into sandbox_record (platform, kind, id, value)
      select ${provider}, kind, id, value from json_to_recordset(${JSON.stringify(rows)}::json)
        as made(kind text, id text, value jsonb)
      on conflict (platform, kind, id) do nothing`.execute(db);
  },
  async ofCustomer(kind, customer) {
    const { rows } = await sql<{ value: never }>`
      select value from sandbox_record where platform = ${provider} and kind = ${kind}
        and starts_with(id, ${`${customer}/`})
      order by value->>'createdAt' desc limit ${maxListed}`.execute(db);
    return rows.map(({ value }) => value);
  },
});
