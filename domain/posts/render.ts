import type { ContentInput } from '../content/content-check.ts';
import type { MediaFacts } from '../content/media-facts.ts';
import type { Platform } from '../platforms/platform.ts';
import type { PostContent, PostMedia } from './values.ts';
import { defined } from '../kernel/defined.ts';

export type RenderedItem = Readonly<{ sequence: number; text: string; media: readonly PostMedia[] }>;

/** The rendering of a post for one platform. */
export type RenderedPost = Readonly<{
  text: string;
  media: readonly PostMedia[];
  /** Empty unless the post is a thread; item 1 has the text and media of the post itself. */
  thread: readonly RenderedItem[];
  metadata: Readonly<Record<string, unknown>>;
}>;

/**
 * Applies what differs by destination. The text is the platform's override, else the first thread item's, else the post's
 * own; the media are the first item's where it has any, else the post's; `replaced` are the media of a fix.
 */
export const renderPost = (
  content: PostContent,
  platform: Platform,
  replaced: readonly PostMedia[] | null = null,
): RenderedPost => {
  const [root, ...others] = content.contentType === 'THREAD' ? content.threadItems : [];
  const text = content.overrides[platform]?.content ?? (root?.content || content.content);
  const media = replaced ?? (root && root.media.length > 0 ? root.media : content.media);
  return {
    text,
    media,
    thread: root
      ? [
          { sequence: 1, text, media },
          ...others.map((item) => ({ sequence: item.sequence, text: item.content, media: item.media })),
        ]
      : [],
    metadata: { ...content.metadata, ...content.platformMetadata[platform] },
  };
};

/** What the rules check of an attached file. */
export const factsOf = ({
  contentType,
  sizeBytes,
  width,
  height,
  durationMs,
  codec,
  animated,
}: PostMedia): MediaFacts => ({
  contentType,
  ...(sizeBytes === 0 ? {} : { sizeBytes }),
  ...defined({ width, height, durationMs, codec, animated }),
});

/** The form that the content rules check. */
export const ruleInput = (
  content: PostContent,
  platform: Platform,
  replaced?: readonly PostMedia[] | null,
): ContentInput => {
  const rendered = renderPost(content, platform, replaced);
  return {
    platform,
    text: rendered.text,
    contentType: content.contentType,
    media: rendered.media.map(factsOf),
    threadItems: rendered.thread.map(({ sequence, text, media }) => ({ sequence, text, media: media.map(factsOf) })),
    metadata: rendered.metadata,
    firstComment: content.firstComment ?? undefined,
  };
};
