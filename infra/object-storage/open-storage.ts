import path from 'node:path';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { Config } from '../config.ts';
import { openEmbeddedStorage } from './embedded/embedded-storage.ts';
import type { ObjectHandler } from './object-request.ts';
import { openS3Storage } from './s3/s3-storage.ts';

export type OpenStorage = ObjectStorage & Readonly<{ handler: ObjectHandler; close(): void }>;

type Options = Readonly<{
  /** The time of a workspace's clock, for addresses that expire on it. */
  now(clock: 'live' | 'test'): Date;
  /** Told of each upload, where the storage can say so. */
  onUploaded(key: string): void;
}>;

/** The bucket that is configured, else a folder in the data folder. `handler` answers below `objectPath`. */
export const openObjectStorage = async (
  { s3, dataDir, publicUrl }: Pick<Config, 's3' | 'dataDir' | 'publicUrl'>,
  options: Options,
): Promise<OpenStorage> => {
  if (s3) return openS3Storage(s3, publicUrl);
  const storage = await openEmbeddedStorage({ dir: path.join(dataDir, 'media'), publicUrl, ...options });
  return { ...storage, close: () => undefined };
};
