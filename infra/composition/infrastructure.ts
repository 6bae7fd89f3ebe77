import { allMigrations } from './all-migrations.ts';
import type { Kysely } from 'kysely';
import { catalogue } from '../../domain/events.ts';
import type { KeepTombstone } from '../../domain/kernel/tombstone.ts';
import type { ReadModels } from '../../projections/database.ts';
import { Clocks } from '../stores/clock/clocks.ts';
import type { Config } from './config.ts';
import { EventStoreDb } from '../stores/eventstoredb/store.ts';
import type { Logger } from '../telemetry/logger.ts';
import { openDatabase, type Database } from '../stores/postgres/database.ts';
import { openNotifications, type Notifications } from '../stores/postgres/listen.ts';
import { migrate } from '../stores/postgres/migrations.ts';
import { Keyring, keyringInFolder } from '../stores/secrets/keyring.ts';
import { requireMasterKeys } from '../stores/secrets/master-key-check.ts';
import { ServiceEventStore } from '../stores/event-store/service-event-store.ts';
import { SubjectKeys } from '../stores/secrets/subject-keys.ts';
import { keepTombstonesIn, tombstonesIn } from '../stores/secrets/tombstone-file.ts';
import { Vault } from '../stores/secrets/vault.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { Stores } from './embedded-stores.ts';

/** The parts that every role needs. */
export type Infrastructure = Readonly<{
  config: Config;
  log: Logger;
  database: Database;
  /** The read models, as readers see them. */
  db: Kysely<ReadModels>;
  notifications: Notifications;
  keyring: Keyring;
  vault: Vault;
  subjectKeys: SubjectKeys;
  /** Keeps what is erased, for a restore of an older backup. */
  keepTombstone: KeepTombstone;
  /**
   * The event store. It seals personal data on append; `store.view` chooses the form in which
   * events are read.
   */
  store: ServiceEventStore;
  /** The event store as it can be reached: rejects, in a sentence for the operator, with the reason why it cannot. */
  eventStore: Pick<EventStoreDb, 'reachable' | 'eventuallyReachable' | 'serverVersion'>;
  clocks: Clocks;
  /** The metrics of this process, whatever its role. */
  metrics: Metrics;
  /** Called whenever the test clock was advanced. */
  onAdvance(listener: () => void): void;
  close(): Promise<void>;
}>;

export const openInfrastructure = async (
  config: Config,
  stores: Stores,
  log: Logger,
  metrics: Metrics = createMetrics({ process: false }),
): Promise<Infrastructure> => {
  const database = openDatabase({
    url: stores.databaseUrl,
    applicationName: `social-publishing ${config.role}`,
    connections: 14,
    onIdleFault: (error) => log.warn({ error }, 'an idle database connection broke'),
  });
  await migrate(database.kysely, allMigrations);
  const notifications = openNotifications(database.connection, {
    onFault: (error) => log.warn({ error }, 'the listening connection broke; opening it again'),
  });
  const listeners = new Set<() => void>();
  const clocks = await Clocks.open(database.kysely, notifications, () => listeners.forEach((listener) => listener()));
  const keyring =
    config.secretsKeys.length > 0
      ? new Keyring(config.secretsKeys.map(({ id, key }) => [id, key]))
      : await keyringInFolder(config.dataDir);
  await requireMasterKeys(keyring, database);
  const keepTombstone = keepTombstonesIn(tombstonesIn(config.dataDir));
  const subjectKeys = new SubjectKeys(database, keyring, { keepTombstone });
  await subjectKeys.listen(notifications);
  const unknown = new Set<string>();
  const onUnknown = (type: string): void => {
    metrics.unknownEvents.inc();
    if (!unknown.has(type)) log.warn({ type }, 'events of an unknown type, or of another application, are skipped');
    unknown.add(type);
  };
  const client = new EventStoreDb(stores.eventStoreUrl, catalogue, { onUnknown });
  const store = new ServiceEventStore(client, catalogue, subjectKeys, { metrics, onUnknown });
  return {
    config,
    log,
    database,
    // The views exist as soon as the projector has made the first builds.
    db: database.kysely.withTables<ReadModels>(),
    notifications,
    keyring,
    vault: new Vault(database, keyring),
    subjectKeys,
    keepTombstone,
    store,
    eventStore: client,
    clocks,
    metrics,
    onAdvance: (listener) => void listeners.add(listener),
    close: async () => {
      await client.close().catch(() => undefined);
      await notifications.close();
      await database.close();
    },
  };
};
