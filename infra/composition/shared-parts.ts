import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { FetchFile } from '../../domain/media/processing.ts';
import { fetchFile } from '../adapters/media/fetch-file.ts';
import { RateLimit } from '../edge/access/rate-limit.ts';
import { LastWritesInMemory, LastWritesInRedis, type LastWrites } from '../edge/http/last-writes.ts';
import { EndpointSnapshots } from '../log/history/endpoint-snapshots.ts';
import { StreamSnapshots } from '../log/history/stream-snapshots.ts';
import { createSafeDownload } from '../outside/http/safe-download.ts';
import { connectRedis } from '../stores/redis/client.ts';
import { openAccess, type Access } from './access.ts';
import { allProjections } from '../../projections/all-projections.ts';
import type { Infrastructure } from './infrastructure.ts';
import { openParts, type Parts } from './parts.ts';
import { openPayments, type Payments } from './payments.ts';
import { openPlatforms, type Platforms } from './platforms.ts';
import type { Stoppable } from './stoppable.ts';
import { openStorage, type Storage } from './storage.ts';

/** How far the snapshots of long streams and of webhook endpoints have come. */
export type Snapshots = Readonly<{ streams: StreamSnapshots; endpoints: EndpointSnapshots }>;

/** The parts that the API and the processes share. */
export type SharedParts = Readonly<{
  access: Access;
  platforms: Platforms;
  payments: Payments;
  storage: Storage & ObjectStorage;
  fetch: FetchFile;
  lastWrites: LastWrites;
  rateLimit: RateLimit;
  capabilityParts: Parts;
}>;

export const openSnapshots = ({ store, database }: Infrastructure): Snapshots => ({
  streams: new StreamSnapshots({
    sealed: store.view({ as: 'lifted' }),
    db: database.kysely,
    projections: allProjections,
  }),
  endpoints: new EndpointSnapshots({ sealed: store.view({ as: 'lifted' }), db: database.kysely }),
});

export const openSharedParts = async (infrastructure: Infrastructure, parts: Stoppable): Promise<SharedParts> => {
  const { config, log } = infrastructure;
  const access = await openAccess(infrastructure);
  parts.add('freshness', () => access.freshness.close());

  const redis =
    config.redisUrl === undefined
      ? undefined
      : await connectRedis(config.redisUrl, (error) => log.warn({ error }, 'Redis is away'));
  if (redis) parts.add('redis', async () => redis.disconnect());

  const platforms = await openPlatforms(infrastructure, access);
  parts.add('platforms', platforms.close);
  const storage = await openStorage(infrastructure, access);
  parts.add('storage', async () => storage.close?.());
  const download = createSafeDownload({ exempt: config.webhookAllowedRanges });
  parts.add('downloads', () => download.close());
  const made = {
    access,
    platforms,
    payments: await openPayments(infrastructure),
    storage,
    fetch: fetchFile(download),
    lastWrites: redis ? new LastWritesInRedis(redis) : new LastWritesInMemory(),
  };
  const capabilityParts = await openParts(infrastructure, made);
  parts.add('reader of files', async () => capabilityParts.reader.close());
  return {
    ...made,
    capabilityParts,
    rateLimit: new RateLimit(redis ? { redis } : {}),
  };
};
