import { allProjections } from '../../../projections/all-projections.ts';
import { catalogue } from '../../../domain/events.ts';
import { runProjector } from '../../../infra/log/subscriptions/projector.ts';
import { EventStoreDb } from '../../../infra/stores/eventstoredb/store.ts';
import { openDatabase } from '../../../infra/stores/postgres/database.ts';
import { openNotifications } from '../../../infra/stores/postgres/listen.ts';
import { createLogger } from '../../../infra/telemetry/logger.ts';

// One projector in a process of its own: `projector-child.ts <event store> <database> [<part> <of>]`.
const [eventStoreUrl = '', databaseUrl = '', part, of] = process.argv.slice(2);
const database = openDatabase({ url: databaseUrl, applicationName: 'bench' });
await runProjector(
  {
    database,
    notifications: openNotifications(database.connection),
    store: new EventStoreDb(eventStoreUrl, catalogue),
    log: createLogger('warn'),
  },
  allProjections,
  part === undefined ? undefined : { part: Number(part), of: Number(of) },
);
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
