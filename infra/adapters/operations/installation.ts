import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { faultCodeOf } from '../../../domain/kernel/error-of.ts';
import { readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { buildTable, listBuilds } from '../../../projections/kernel/read-models.ts';
import type { Installation, InstallationViews, StorageUse } from '../../../read-api/operations/installation-reads.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { EventStoreDb } from '../../stores/eventstoredb/store.ts';

export type InstallationParts = Readonly<{
  database: Pick<Database, 'kysely'>;
  eventStore: Pick<EventStoreDb, 'serverVersion'>;
  /** The release of the service. */
  version: string;
  unconfigured: Installation['unconfigured'];
  /** The folder of the embedded event store; undefined where the store is a server of its own. */
  logFolder: string | undefined;
}>;

/** The bytes of the files of a folder. A file that is removed meanwhile counts nothing. */
export const folderBytes = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) =>
      stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        (fault: unknown) => {
          if (faultCodeOf(fault) !== 'ENOENT') throw fault;
          return 0;
        },
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

const versionsOf = async ({ database: { kysely: db }, eventStore, version }: InstallationParts) => {
  const [{ rows: servers }, { rows: changes }, store] = await Promise.all([
    sql<{ version: string }>`select current_setting('server_version') as version`.execute(db),
    sql<{ newest: string }>`select max(name) as newest from kysely_migration`.execute(db),
    eventStore.serverVersion(),
  ]);
  return {
    service: version,
    node: process.version.slice(1),
    postgres: servers[0]?.version ?? '',
    eventStore: store,
    schema: changes[0]?.newest ?? '',
  };
};

/** What the builds of each read model hold in the database, the largest first. */
const readModelSizes = async (db: Database['kysely']): Promise<StorageUse['database']['readModels']> => {
  const builds = await listBuilds(db);
  const tables = builds.map(buildTable);
  const { rows } = await sql<{ table: string; bytes: string | null }>`
    select "table", pg_total_relation_size(to_regclass(quote_ident("table"))) as bytes
    from unnest(${tables}::text[]) as "table"`.execute(db);
  const bytesOf = new Map(rows.map(({ table, bytes }) => [table, Number(bytes ?? 0)]));
  const sums = new Map<string, number>();
  for (const build of builds)
    sums.set(build.model, (sums.get(build.model) ?? 0) + (bytesOf.get(buildTable(build)) ?? 0));
  return [...sums].map(([name, bytes]) => ({ name, bytes })).sort((one, other) => other.bytes - one.bytes);
};

/** An avatar is stored, but is no file that a workspace lists. */
const fileSizes = async (db: Database['kysely']): Promise<StorageUse['files']> => {
  const { rows } = await sql<{ kind: string; objects: string; bytes: string }>`
    select coalesce(split_part(media.view->'file'->>'contentType', '/', 1), 'avatar') as kind, count(*) as objects,
      sum(stored_files.bytes) as bytes
    from stored_files left join media on media.id = stored_files.id
    group by 1 order by 1`.execute(db);
  return rows.map(({ kind, objects, bytes }) => ({ kind, objects: Number(objects), bytes: Number(bytes) }));
};

/** What the installation is made of and holds, asked of its parts. */
export const installationOf = (parts: InstallationParts): InstallationViews => ({
  installation: async () => ({ versions: await versionsOf(parts), unconfigured: parts.unconfigured }),
  storageUse: async () => {
    const db = parts.database.kysely;
    const [bytes, { rows: whole }, checkpoints, readModels, files] = await Promise.all([
      parts.logFolder === undefined ? null : folderBytes(parts.logFolder),
      sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db),
      readCheckpoints(db),
      readModelSizes(db),
      fileSizes(db),
    ]);
    // A consumer that began at the first event has passed them all.
    const events = [...checkpoints.values()].reduce((most, { events: passed }) => Math.max(most, passed), 0);
    return { log: { events, bytes }, database: { bytes: Number(whole[0]?.bytes ?? 0), readModels }, files };
  },
});
