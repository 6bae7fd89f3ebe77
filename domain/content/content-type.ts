import type { ContentType } from '../platforms/platform.ts';
import { isVideo, type MediaFacts } from './media-facts.ts';

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
