import type { ContentType, Platform } from '../platforms/platform.ts';
import { documentedVideoFindings } from './documented-videos.ts';
import { advice, gather, nothingFound, problem, type Findings } from './finding.ts';
import { isVideo, isVisual, mediaKind, type MediaFacts } from './media-facts.ts';
import { fitsRatio } from './ratio.ts';
import { platformRules } from './platform-rules.ts';
import { type FileRules, type PlatformRules } from './content-rules.ts';

const megabytes = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.round((seconds / 60) * 10) / 10} minutes`;

const typeFindings = (file: MediaFacts, rules: FileRules, name: string): Findings => {
  const type = file.contentType.toLowerCase();
  if (rules.refused?.includes(type) === true) return problem('MEDIA_REJECTED', `${name} takes no ${type} files`);
  if (rules.types !== undefined && !rules.types.includes(type))
    return problem('MEDIA_REJECTED', `${name} takes ${rules.types.join(', ')}, not ${file.contentType}`);
  if (rules.advised !== undefined && !rules.advised.includes(type))
    return advice(
      'MEDIA_TYPE_MAY_BE_REJECTED',
      `${name} documents ${rules.advised.join(', ')} only: ${file.contentType}`,
    );
  return nothingFound;
};

const sizeFindings = ({ contentType, sizeBytes }: MediaFacts, bytes: number, name: string): Findings => {
  const limit = `${name} takes at most ${bytes} (${megabytes(bytes)})`;
  if (sizeBytes === undefined)
    return advice('MEDIA_NOT_MEASURED', `The size of the ${contentType} file is not known; ${limit}`);
  return sizeBytes > bytes
    ? problem('MEDIA_REJECTED', `The ${contentType} file has ${sizeBytes} bytes; ${limit}`)
    : nothingFound;
};

const ratioFindings = ({ width, height }: MediaFacts, { aspectRatio: range, name }: PlatformRules): Findings => {
  if (range === undefined) return nothingFound;
  const limit = `${name} takes ratios from ${range.min}:1 to ${range.max}:1`;
  if (width === undefined || height === undefined)
    return advice('MEDIA_NOT_MEASURED', `The ratio of the image is not known; ${limit}`);
  return fitsRatio(width, height, range)
    ? nothingFound
    : problem('ASPECT_RATIO_INVALID', `The image is ${width} x ${height}; ${limit}`);
};

const documentedSizeFindings = ({ contentType, sizeBytes }: MediaFacts, rules: FileRules, name: string): Findings => {
  const most = rules.documented?.bytes;
  return most !== undefined && sizeBytes !== undefined && sizeBytes > most && sizeBytes <= rules.bytes
    ? advice(
        'MEDIA_MAY_BE_REJECTED',
        `The ${contentType} file has ${sizeBytes} bytes; ${name} documents at most ${most} (${megabytes(most)})`,
      )
    : nothingFound;
};

const imageFindings = (file: MediaFacts, rules: PlatformRules): Findings => {
  const bytes =
    mediaKind(file) === 'animated_gif' ? (rules.animatedGif?.bytes ?? rules.images.bytes) : rules.images.bytes;
  return gather([
    typeFindings(file, rules.images, rules.name),
    sizeFindings(file, bytes, rules.name),
    documentedSizeFindings(file, rules.images, rules.name),
    ratioFindings(file, rules),
  ]);
};

const videoFindings = (file: MediaFacts, platform: Platform, contentType: ContentType): Findings => {
  const rules = platformRules[platform];
  const seconds = contentType === 'REEL' ? (rules.video.reelSeconds ?? rules.video.seconds) : rules.video.seconds;
  const { durationMs } = file;
  return gather([
    typeFindings(file, rules.video, rules.name),
    sizeFindings(file, rules.video.bytes, rules.name),
    documentedSizeFindings(file, rules.video, rules.name),
    durationMs === undefined
      ? advice('MEDIA_NOT_MEASURED', `The video's duration is not known yet; ${rules.name} takes ${duration(seconds)}`)
      : durationMs > seconds * 1000
        ? problem(
            'MEDIA_REJECTED',
            `The video runs ${durationMs / 1000} s; ${rules.name} takes at most ${duration(seconds)}`,
          )
        : nothingFound,
    documentedVideoFindings(file, platform, rules.name, contentType),
  ]);
};

const fileFindings = (file: MediaFacts, platform: Platform, contentType: ContentType): Findings => {
  const rules = platformRules[platform];
  const kind = mediaKind(file);
  if (kind === 'other') return problem('MEDIA_REJECTED', `${rules.name} posts cannot carry ${file.contentType} files`);
  if (kind === 'document')
    return rules.documents === undefined
      ? problem('MEDIA_REJECTED', `${rules.name} takes no documents`)
      : sizeFindings(file, rules.documents.bytes, rules.name);
  if (kind !== 'video') return imageFindings(file, rules);
  return rules.video.max === 0
    ? problem('MEDIA_REJECTED', `${rules.name} takes no video`)
    : videoFindings(file, platform, contentType);
};

const atMost = (count: number, max: number, what: string, name: string): Findings =>
  count > max ? problem('MEDIA_REJECTED', `${count} ${what}; ${name} takes at most ${max}`) : nothingFound;

const documentedCountFindings = (count: number, rules: FileRules, what: string, name: string): Findings => {
  const most = rules.documented?.max;
  return most !== undefined && count > most && count <= rules.max
    ? advice('MEDIA_MAY_BE_REJECTED', `${count} ${what}; ${name} documents ${most === 0 ? 'none' : `at most ${most}`}`)
    : nothingFound;
};

const mixFindings = (media: readonly MediaFacts[], rules: PlatformRules): Findings => {
  const kinds = media.map(mediaKind);
  const videos = kinds.filter((kind) => kind === 'video').length;
  const pictures = kinds.filter((kind) => kind === 'image' || kind === 'animated_gif').length;
  const gifs = kinds.filter((kind) => kind === 'animated_gif').length;
  const documents = kinds.filter((kind) => kind === 'document').length;
  const found: Findings[] = [
    atMost(pictures, rules.images.max, 'images', rules.name),
    documentedCountFindings(pictures, rules.images, 'images', rules.name),
    documentedCountFindings(videos, rules.video, 'videos', rules.name),
    rules.video.max > 0 ? atMost(videos, rules.video.max, 'videos', rules.name) : nothingFound,
  ];
  if (rules.mediaMax !== undefined) found.push(atMost(pictures + videos, rules.mediaMax, 'files', rules.name));
  if (rules.documents !== undefined) {
    found.push(atMost(documents, rules.documents.max, 'documents', rules.name));
    if (documents > 0 && pictures + videos > 0)
      found.push(problem('MEDIA_REJECTED', `${rules.name} takes a document only alone`));
  }
  if (rules.animatedGif !== undefined && gifs > 0 && pictures > 1)
    found.push(problem('MEDIA_REJECTED', `${rules.name} takes one animated GIF, alone`));
  if (rules.mixing === 'never' && videos > 0 && pictures > 0)
    found.push(problem('MEDIA_REJECTED', `${rules.name} does not take images and video in one post`));
  if (rules.mixing === 'cover' && videos > 0 && pictures > 1)
    found.push(problem('MEDIA_REJECTED', `${rules.name} takes one image beside a video, as its cover`));
  return gather(found);
};

const missing = (media: readonly MediaFacts[], rules: PlatformRules, contentType: ContentType): string | undefined => {
  const videos = media.filter(isVideo).length;
  const visual = media.filter(isVisual).length;
  if (rules.mediaRequired === 'video' && videos === 0) return `${rules.name} needs a video`;
  if (rules.mediaRequired === 'any' && media.length === 0) return `${rules.name} needs an image or a video`;
  if ((contentType === 'VIDEO' || contentType === 'REEL') && videos === 0) return `A ${contentType} post needs a video`;
  if (contentType === 'IMAGE' && visual - videos === 0) return 'An IMAGE post needs an image';
  if (contentType === 'STORY' && visual === 0) return 'A STORY needs an image or a video';
  if (contentType === 'CAROUSEL' && visual < 2 && visual === media.length)
    return 'A CAROUSEL needs at least two images or videos';
  return undefined;
};

/** Counts, sizes, types, durations, ratios and mixing of a post's media on one platform. */
export const mediaFindings = (platform: Platform, media: readonly MediaFacts[], contentType: ContentType): Findings => {
  const rules = platformRules[platform];
  const lack = missing(media, rules, contentType);
  return gather([
    lack === undefined ? nothingFound : problem('MEDIA_REQUIRED', lack),
    ...media.map((file) => fileFindings(file, platform, contentType)),
    mixFindings(media, rules),
    contentType === 'STORY' && media.length > 1
      ? problem('MEDIA_REJECTED', 'A STORY is one image or one video')
      : nothingFound,
  ]);
};
