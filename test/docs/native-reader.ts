import { EventStoreDBClient, START } from '@eventstore/db-client';

/** Every event of every post, read with the store's own client from the stream of their category. */
export const readPosts = async (connectionString: string): Promise<readonly string[]> => {
  const client = EventStoreDBClient.connectionString(connectionString);
  const seen: string[] = [];
  // #region read-category
  for await (const { event } of client.readStream('$ce-post', { fromRevision: START, resolveLinkTos: true })) {
    if (event) seen.push(`${event.streamId} ${event.type}`);
  }
  // #endregion
  await client.dispose();
  return seen;
};
