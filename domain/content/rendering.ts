import type { Platform } from '../platforms/platform.ts';
import type { PlatformMetadata } from './platform-metadata.ts';
import type { PlatformOverrides } from './platform-overrides.ts';

/** The parts of a post that differ by destination. */
export type PostContent = Readonly<{
  content: string;
  mediaIds: readonly string[];
  overrides?: PlatformOverrides | undefined;
  /** In order, contiguous from 1 (see `orderedThread`). */
  threadItems?:
    | readonly Readonly<{ sequence: number; content?: string | undefined; mediaIds?: readonly string[] | undefined }>[]
    | undefined;
  platformMetadata?: PlatformMetadata | undefined;
  /** The deprecated post-level fields, delivered to every platform beneath its own. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
}>;

export type RenderedContent = Readonly<{
  text: string;
  mediaIds: readonly string[];
  /** Empty unless the post has thread items; item 1 equals `text` and `mediaIds`. */
  thread: readonly Readonly<{ sequence: number; text: string; mediaIds: readonly string[] }>[];
  metadata: Readonly<Record<string, unknown>>;
}>;

/**
 * What one platform gets of a post. The text is the platform's override, else the first thread item's, else the post's own;
 * the media are the first item's where it names any, else the post's.
 */
export const renderFor = (platform: Platform, post: PostContent): RenderedContent => {
  const [root, ...others] = post.threadItems ?? [];
  const text = post.overrides?.[platform]?.content ?? root?.content ?? post.content;
  const mediaIds = root?.mediaIds ?? post.mediaIds;
  const thread =
    root === undefined
      ? []
      : [
          { sequence: root.sequence, text, mediaIds },
          ...others.map((item) => ({
            sequence: item.sequence,
            text: item.content ?? '',
            mediaIds: item.mediaIds ?? [],
          })),
        ];
  return { text, mediaIds, thread, metadata: { ...post.metadata, ...post.platformMetadata?.[platform] } };
};
