import path from 'node:path';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import { uploadNotice } from '../adapters/media/upload-notice.ts';
import { openEmbeddedStorage } from '../stores/object-storage/embedded/embedded-storage.ts';
import type { ObjectHandler, OnFault } from '../stores/object-storage/object-request.ts';
import type { Access } from './access.ts';
import type { Infrastructure } from './infrastructure.ts';

export type Storage = ObjectStorage & Readonly<{ handler: ObjectHandler; close?(): void }>;

/** The object storage: the configured bucket, or a folder. */
export const openStorage = async (
  { config, clocks, log }: Infrastructure,
  { commands }: Pick<Access, 'commands'>,
): Promise<Storage> => {
  const onFault: OnFault = (error, { method, key }) =>
    log.error({ error, method, key }, 'the object storage could not answer');
  if (config.s3) {
    const { openS3Storage } = await import('../stores/object-storage/s3/s3-storage.ts');
    return openS3Storage(config.s3, config.publicUrl, onFault);
  }
  const storage: Storage = await openEmbeddedStorage({
    dir: path.join(config.dataDir, 'objects'),
    publicUrl: config.publicUrl,
    now: (clock) => clocks.now(clock),
    onFault,
    onUploaded: (key) => {
      const tell = uploadNotice({ commands, storage, now: (mode) => clocks.now(mode) });
      // The process checks by itself as well; this notice is only faster.
      tell(key).catch((error: unknown) => log.warn({ key, error }, 'an upload notification failed'));
    },
  });
  return storage;
};
