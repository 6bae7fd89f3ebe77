import { sql, type Kysely } from 'kysely';
import type { Projection } from '../../../projections/kernel/projection.ts';
import { analyticsSchema, publish, publishedViews } from '../../../projections/kernel/published-views.ts';
import { buildTable, listBuilds } from '../../../projections/kernel/read-models.ts';

export type Granted = Readonly<{ role: string; schema: string; views: readonly string[] }>;

/** A role's name must not need quoting. */
export const isRoleName = (name: string): boolean => /^[a-z_][a-z0-9_]{0,62}$/.test(name) && !name.startsWith('pg_');

/**
 * Makes the schema analysts read, with a view for each read model that publishes columns, and a
 * role that may read that schema only. The role cannot log in; logins are granted it. Repeating the
 * call brings both up to date. Needs the right to create roles.
 */
export const grantReader = async (
  role: string,
  projections: readonly Projection[],
  db: Kysely<unknown>,
): Promise<Granted> => {
  if (!isRoleName(role)) throw new Error(`${role} cannot be the name of a role`);
  const live = (await listBuilds(db)).filter(({ status }) => status === 'live');
  return db.transaction().execute(async (tx) => {
    const schema = await analyticsSchema(tx);
    const [name, reader] = [sql.id(schema), sql.id(role)];
    await sql`create schema if not exists ${name}`.execute(tx);
    const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(tx);
    if (rows.length === 0) await sql`create role ${reader} nologin nosuperuser nocreatedb nocreaterole`.execute(tx);
    await sql`revoke all on schema ${name} from public`.execute(tx);
    await sql`grant usage on schema ${name} to ${reader}`.execute(tx);
    // Views that are replaced when a read model changes stay readable.
    await sql`alter default privileges in schema ${name} grant select on tables to ${reader}`.execute(tx);
    const views: string[] = [];
    for (const projection of projections) {
      const build = live.find(({ model }) => model === projection.name);
      if (!build || build.version !== projection.version) continue;
      await publish(projection, buildTable(build), tx);
      views.push(...publishedViews(projection, '').map((view) => view.name));
    }
    await sql`grant select on all tables in schema ${name} to ${reader}`.execute(tx);
    return { role, schema, views: views.sort() };
  });
};
