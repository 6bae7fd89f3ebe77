import type { MediaPorts } from '../../../commands/media/ports.ts';
import { postsWithFile } from '../posts/waiting-posts.ts';

type Parts = Pick<MediaPorts, 'storage' | 'storedBytes' | 'isPublicHttpsUrl'> &
  Readonly<{ readModels: Parameters<typeof postsWithFile>[0] }>;

/** The ports of the write endpoints. */
export const mediaPorts = ({ storage, storedBytes, isPublicHttpsUrl, readModels }: Parts): MediaPorts => ({
  storage,
  storedBytes,
  isPublicHttpsUrl,
  waitingPosts: postsWithFile(readModels),
});
