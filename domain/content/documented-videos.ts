import type { ContentType, Platform } from '../platforms/platform.ts';
import { advice, nothingFound, type Findings } from './finding.ts';
import type { MediaFacts } from './media-facts.ts';
import { fitsRatio, type Range } from './ratio.ts';

type Codec = 'H.264' | 'H.265' | 'VP8' | 'VP9' | 'AV1';

/** What a platform documents of its videos, beyond the limits that the API's contract names. */
type DocumentedVideo = Readonly<{
  source: string;
  /** The shortest duration in seconds. */
  shortest?: number;
  codecs?: readonly Codec[];
  /** Width divided by height. */
  ratio?: Range;
  /** Pixels of either side. */
  sides?: Range;
}>;

const metaVideo = { codecs: ['H.264', 'H.265'], ratio: { min: 0.01, max: 10 } } as const;

/** Platforms that document nothing of the kind are absent: they convert what they get, or take no videos. */
export const documentedVideos: Readonly<Partial<Record<Platform, DocumentedVideo>>> = {
  TWITTER: {
    source: 'docs.x.com, Media: Best practices, Video specifications',
    shortest: 0.5,
    codecs: ['H.264'],
    ratio: { min: 1 / 3, max: 3 },
  },
  LINKEDIN: { source: 'learn.microsoft.com, LinkedIn Videos API, Video specifications', shortest: 3 },
  INSTAGRAM: { source: 'developers.facebook.com, IG User media, Reel specifications', shortest: 3, ...metaVideo },
  THREADS: { source: 'developers.facebook.com, Threads API overview, Video specifications', ...metaVideo },
  TIKTOK: {
    source: 'developers.tiktok.com, Media transfer guide, Video restrictions, and Share Kit for the shortest duration',
    shortest: 3,
    codecs: ['H.264', 'H.265', 'VP8', 'VP9'],
    sides: { min: 360, max: 4096 },
  },
  PINTEREST: {
    source: 'help.pinterest.com, Review Pin specs, Video Pins',
    shortest: 4,
    codecs: ['H.264', 'H.265'],
    ratio: { min: 1 / 2, max: 1.91 },
  },
  SNAPCHAT: {
    source: 'developers.snap.com, Public Profile API, Media specifications',
    shortest: 5,
    codecs: ['H.264'],
  },
  WHATSAPP: { source: 'developers.facebook.com, WhatsApp Cloud API, Supported media types', codecs: ['H.264'] },
};

/** Facebook documents no such rules of the videos of its feed. */
const facebookReel: DocumentedVideo = {
  source: 'developers.facebook.com, Video API, Reels publishing, Reel specifications',
  shortest: 3,
  codecs: ['H.264', 'H.265', 'VP9', 'AV1'],
};

const documentedOf = (platform: Platform, contentType: ContentType): DocumentedVideo | undefined =>
  platform === 'FACEBOOK' && contentType === 'REEL' ? facebookReel : documentedVideos[platform];

/** The codec by the first letters of a codec string (RFC 6381) or of an AVI file's code. */
const codecs: readonly (readonly [beginning: RegExp, codec: Codec])[] = [
  [/^(avc|h264|x264)/i, 'H.264'],
  [/^(hvc|hev|hevc|h265|x265|dvh)/i, 'H.265'],
  [/^(vp8|vp08)/i, 'VP8'],
  [/^(vp9|vp09)/i, 'VP9'],
  [/^(av1|av01)/i, 'AV1'],
];

const codecOf = (text: string): string => codecs.find(([beginning]) => beginning.test(text))?.[1] ?? text;

/** What a video is, and what is documented instead. */
type Deviation = readonly [is: string, documented: string];

const deviationOf = (file: MediaFacts, documented: DocumentedVideo): Deviation | undefined => {
  const { durationMs, width, height } = file;
  if (documented.shortest !== undefined && durationMs !== undefined && durationMs < documented.shortest * 1000)
    return [`runs ${durationMs / 1000} s`, `at least ${documented.shortest} s`];
  const codec = file.codec === undefined ? undefined : codecOf(file.codec);
  if (documented.codecs !== undefined && codec !== undefined && !documented.codecs.some((one) => one === codec))
    return [`is encoded as ${codec}`, documented.codecs.join(', ')];
  if (width === undefined || height === undefined) return undefined;
  const size = `is ${width} x ${height}`;
  const { ratio, sides } = documented;
  if (ratio !== undefined && !fitsRatio(width, height, ratio))
    return [size, `ratios from ${Math.round(ratio.min * 100) / 100}:1 to ${ratio.max}:1`];
  if (sides !== undefined && (Math.min(width, height) < sides.min || Math.max(width, height) > sides.max))
    return [size, `sides of ${sides.min} to ${sides.max} pixels`];
  return undefined;
};

/** The first rule that a platform documents and a video breaks. It only warns: platforms may take more than they document. */
export const documentedVideoFindings = (
  file: MediaFacts,
  platform: Platform,
  name: string,
  contentType: ContentType,
): Findings => {
  const documented = documentedOf(platform, contentType);
  const deviation = documented && deviationOf(file, documented);
  return deviation === undefined
    ? nothingFound
    : advice('MEDIA_MAY_BE_REJECTED', `The video ${deviation[0]}; ${name} documents ${deviation[1]}`);
};
