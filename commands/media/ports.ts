import type { ObjectStorage, PresignedUpload, UploadRequest } from '../../domain/media/object-storage.ts';
import type { StoredBytesOf } from '../../domain/media/storage-room.ts';
import type { WaitingPostsOf } from '../posts/waiting-posts.ts';
import { Refused } from '../../domain/kernel/refused.ts';

export type MediaPorts = Readonly<{
  storage: ObjectStorage;
  storedBytes: StoredBytesOf;
  /** The posts that wait with a file, those due first in front: at most `limit`. */
  waitingPosts: WaitingPostsOf;
  /** Whether a URL is HTTPS and names no private target. */
  isPublicHttpsUrl(url: string): boolean;
}>;

/** An upload address. UPLOAD_UNAVAILABLE where the storage issues none. */
export const presigned = async (storage: ObjectStorage, request: UploadRequest): Promise<PresignedUpload> => {
  if (request.sizeBytes > storage.maxUploadBytes)
    throw new Refused(
      'UPLOAD_UNAVAILABLE',
      `The object storage takes at most ${storage.maxUploadBytes} bytes per upload`,
    );
  try {
    return await storage.presignUpload(request);
  } catch {
    throw new Refused('UPLOAD_UNAVAILABLE', 'The object storage issues no upload addresses at the moment; try again');
  }
};

/**
 * The object stored at a key. SERVICE_UNAVAILABLE where the storage does not answer: nothing is
 * known then, and nothing is lost.
 */
export const storedAt = async (storage: ObjectStorage, key: string): ReturnType<ObjectStorage['head']> => {
  try {
    return await storage.head(key);
  } catch {
    throw new Refused('SERVICE_UNAVAILABLE', 'The object storage does not answer at the moment; try again');
  }
};
