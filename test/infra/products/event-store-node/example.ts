// #region example
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startNode } from '@social-publishing/event-store-node';

const node = await startNode({ dir: process.argv[2]! });
const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${node.port}?tls=false`);

await client.appendToStream('order-1', jsonEvent({ type: 'OrderPlaced', data: { total: 12 } }));
for await (const { event } of client.readStream('order-1')) console.log(event?.type); // OrderPlaced

await client.dispose();
await node.stop();
// #endregion
