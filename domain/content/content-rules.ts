import type { ContentType } from '../platforms/platform.ts';
import type { Range } from './ratio.ts';

/**
 * How a platform counts text.
 * - `weighted`: X's published weights (config v3): Latin 1, other scripts and emoji 2, every URL 23.
 * - `graphemes`: what a person sees as one character.
 * - `mastodon`: graphemes, every http(s) URL 23, a remote mention without its domain (docs.joinmastodon.org, "Posting").
 * - `utf16`: UTF-16 code units. TikTok documents them; the others do not say, and this is the most cautious reading of "characters".
 */
export type TextUnit = 'weighted' | 'graphemes' | 'mastodon' | 'utf16';

/** What a platform takes of one kind of files. */
export type FileRules = Readonly<{
  max: number;
  bytes: number;
  /** Absent: every image or video type that the service stores, except the `refused`. */
  types?: readonly string[];
  refused?: readonly string[];
  /** Narrower types that the platform documents. Other types only warn. */
  advised?: readonly string[];
  /** A smaller count or size that the platform documents. More only warns. */
  documented?: Readonly<{ max?: number; bytes?: number }>;
}>;

/** A rolling window: at most `posts` sends in `seconds`. */
export type Ceiling = Readonly<{ posts: number; seconds: number }>;

export type PlatformRules = Readonly<{
  name: string;
  /**
   * `bytes` is a second limit in UTF-8; where it is not `blocking` breaking it only warns.
   * `emojiInBytes`: emoji count as their UTF-8 bytes.
   */
  text: Readonly<{
    limit: number;
    unit: TextUnit;
    bytes?: Readonly<{ limit: number; blocking: boolean }>;
    emojiInBytes?: true;
  }>;
  /** Where posts carry a title (`platformMetadata.<PLATFORM>.title`); without one the text's first line serves. */
  title?: Readonly<{ limit: number }>;
  contentTypes: readonly ContentType[];
  images: FileRules;
  /** `seconds` is the longest duration; `reelSeconds` replaces it for REEL posts. `max` 0: the platform takes no video. */
  video: FileRules & Readonly<{ seconds: number; reelSeconds?: number }>;
  /** Where an animated GIF has rules of its own: at most one, alone. */
  animatedGif?: Readonly<{ bytes: number }>;
  /** PDF posts: one file, alone. */
  documents?: Readonly<{ max: number; bytes: number }>;
  /** `free`: images and videos in one post. `cover`: one image beside a video becomes its cover. `never`: refused. */
  mixing: 'free' | 'cover' | 'never';
  /** Most images and videos together, where that is less than the two counts added. */
  mediaMax?: number;
  mediaRequired: 'none' | 'any' | 'video';
  /** Width divided by height of images. */
  aspectRatio?: Range;
  /** `recommended` and `soft` warn, `hard` refuses. */
  hashtags?: Readonly<{ recommended?: readonly [min: number, max: number]; soft?: number; hard?: number }>;
  mentions?: Readonly<{ max: number }>;
  /** `clickable` false: links in the text are shown as plain text. `advisedMax`: the platform refuses more different links. */
  links?: Readonly<{ clickable?: false; advisedMax?: number }>;
  /** `limit`: the platform's own length of a comment where it is below the 2,200 the API takes. */
  firstComment: Readonly<{ supported: boolean; limit?: number }>;
  /** Posting ceilings of one account. */
  ceilings: readonly Ceiling[];
}>;
