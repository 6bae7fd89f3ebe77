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

export type MediaKind = 'image' | 'animated_gif' | 'video' | 'document' | 'other';

export const mediaKind = (file: MediaFacts): MediaKind => {
  const type = file.contentType.toLowerCase();
  if (type === 'image/gif') return file.animated === false ? 'image' : 'animated_gif';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  return type === 'application/pdf' ? 'document' : 'other';
};

export const isVisual = (file: MediaFacts): boolean => ['image', 'animated_gif', 'video'].includes(mediaKind(file));
export const isVideo = (file: MediaFacts): boolean => mediaKind(file) === 'video';
