import type { MediaFile } from '../../../domain/platforms/publisher.ts';

/** The media of a post with the description that its fields give for the first of them, before the file's own. */
export const described = (media: readonly MediaFile[], altText: string | undefined): readonly MediaFile[] =>
  media.map((file, index) => (index === 0 && altText !== undefined ? { ...file, altText } : file));
