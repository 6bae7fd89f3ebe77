import { catalogue } from '../../../domain/events.ts';
import { EventStoreDb } from '../../../infra/stores/eventstoredb/store.ts';
import { openDatabase } from '../../../infra/stores/postgres/database.ts';
import { ProcessInstances } from '../../../infra/stores/postgres/process-instances.ts';
import { runWebhooks } from '../../support/webhooks-service.ts';

/** Everything behind webhooks as a process of its own, for tests that kill it. */
const { DATABASE = '', EVENT_STORE = '', RECEIVER_CA = '' } = process.env;
const database = openDatabase({ url: DATABASE, applicationName: 'webhooks under test', connections: 5 });
// The holder of earlier leases has been killed, and no other process runs here.
await new ProcessInstances(database.kysely, () => 0).freeDeadLeases();
await runWebhooks({ store: new EventStoreDb(EVENT_STORE, catalogue), database, ca: RECEIVER_CA });
process.stdout.write('running\n');
