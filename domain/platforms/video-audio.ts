import type { Platform } from './platform.ts';

/** Spotlight shows videos with sound only. */
const platformsWithAudio: ReadonlySet<Platform> = new Set(['SNAPCHAT']);

type Video = Readonly<{ contentType: string; hasAudio?: boolean | undefined }>;

/**
 * Whether a file lacks the audio track that the platform demands. A file that was never inspected
 * counts as complete, because nothing is known of it.
 */
export const lacksAudio = (platform: Platform, { contentType, hasAudio }: Video): boolean =>
  platformsWithAudio.has(platform) && contentType.startsWith('video/') && hasAudio === false;
