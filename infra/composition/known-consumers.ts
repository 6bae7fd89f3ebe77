import { processNames } from '../adapters/processes/process-subscribers.ts';
import { treeSubscriber } from '../log/audit/tree-subscriber.ts';
import { endpointSnapshotSubscriberName } from '../log/history/endpoint-snapshot-subscriber.ts';
import { snapshotSubscriberName } from '../log/history/snapshot-subscriber.ts';
import type { KnownConsumers } from '../log/subscriptions/consumer-watch.ts';
import { checkpointOf } from '../stores/postgres/process-checkpoints.ts';
import type { Config } from './config.ts';
import { everyProjection } from './every-projection.ts';

/** All that follows the log in this release, at whichever node. */
export const knownConsumers = async (config: Pick<Config, 'projections'>): Promise<KnownConsumers> => ({
  readModels: (await everyProjection(config)).map(({ name }) => name),
  processes: processNames.map(checkpointOf),
  audit: [treeSubscriber.name, snapshotSubscriberName, endpointSnapshotSubscriberName],
});
