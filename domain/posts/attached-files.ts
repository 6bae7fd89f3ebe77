import type { Post } from './state.ts';
import type { PostMedia } from './values.ts';

/** Every file that a post points at: its own, those of its thread, and those that a fix gave a destination. */
export const attachedFiles = ({ content, destinations }: Post): readonly PostMedia[] => [
  ...content.media,
  ...content.threadItems.flatMap(({ media }) => media),
  ...destinations.flatMap(({ media }) => media ?? []),
];
