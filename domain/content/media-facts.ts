import type { ContentType } from '../platforms/platform.ts';

/** The facts of a stored file. Absent means not known (yet), never a default. */
export type MediaFacts = Readonly<{
  contentType: string;
  sizeBytes?: number;
  width?: number;
  height?: number;
  durationMs?: number;
  /** The codec string of a video's pictures, for example `avc1.64001f`. */
  codec?: string;
  /** GIFs: false for a still one; a GIF that was not inspected counts as animated. */
  animated?: boolean;
}>;

type MediaKind = 'image' | 'animated_gif' | 'video' | 'document' | 'other';

export const mediaKind = (file: MediaFacts): MediaKind => {
  const type = file.contentType.toLowerCase();
  if (type === 'image/gif') return file.animated === false ? 'image' : 'animated_gif';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  return type === 'application/pdf' ? 'document' : 'other';
};

export const isVisual = (file: MediaFacts): boolean => ['image', 'animated_gif', 'video'].includes(mediaKind(file));
export const isVideo = (file: MediaFacts): boolean => mediaKind(file) === 'video';

/**
 * The content type of a post whose request names none: a THREAD where thread items came, otherwise by its media (none TEXT,
 * several or a document CAROUSEL, one VIDEO or IMAGE).
 */
export const contentTypeFor = (post: {
  contentType?: ContentType | undefined;
  media: readonly MediaFacts[];
  threadItems?: readonly unknown[] | undefined;
}): ContentType => {
  if (post.contentType !== undefined) return post.contentType;
  if (post.threadItems !== undefined && post.threadItems.length > 0) return 'THREAD';
  const [first, ...others] = post.media;
  if (first === undefined) return 'TEXT';
  if (others.length > 0 || first.contentType.toLowerCase() === 'application/pdf') return 'CAROUSEL';
  return isVideo(first) ? 'VIDEO' : 'IMAGE';
};
