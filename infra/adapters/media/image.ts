import type { Sharp } from 'sharp';
import type { MeasuredFacts } from '../../../domain/media/media-events.ts';
import { gifWithoutMetadata } from './gif-metadata.ts';
import { withoutMetadata } from './jpeg-metadata.ts';
import { Rejected } from './rejected.ts';

/** More pixels than any camera makes; a decoded one takes three bytes. */
const maxPixels = 100_000_000;
const jpegQuality = 90;
/** Enough for a picture of a third of an inch in print. */
const thumbnailPixels = 96;

const load = async () => {
  const { default: sharp } = await import('sharp');
  // One image at a time on one thread, so that the API keeps its processor time.
  sharp.concurrency(1);
  sharp.cache(false);
  return (bytes: Buffer, options: Readonly<{ animated?: boolean }> = {}): Sharp =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', ...options });
};

/** Errors of the decoder are about the file, because its work depends on nothing else. */
const decoding = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (fault) {
    throw new Rejected(`The image cannot be read: ${fault instanceof Error ? fault.message.split('\n')[0] : ''}`);
  }
};

export type ProcessedImage = Readonly<{ facts: MeasuredFacts; converted?: Buffer }>;

/**
 * Measures an image as displayed, rotated upright, and proves that all of it decodes. PNG and WebP
 * are converted to JPEG: on white where they were transparent, the first frame where they were
 * animated. A JPEG or a GIF loses its metadata, such as the place where it was taken, and keeps its
 * orientation and colour profile.
 */
export const processImage = async (bytes: Buffer, contentType: string): Promise<ProcessedImage> => {
  const image = await load();
  const { width, height, pages = 1, pageHeight, orientation = 1, autoOrient } = await decoding(image(bytes).metadata());
  if (contentType === 'image/png' || contentType === 'image/webp') {
    const pipeline = image(bytes).autoOrient().flatten({ background: '#ffffff' }).jpeg({ quality: jpegQuality });
    const { data, info } = await decoding(pipeline.toBuffer({ resolveWithObject: true }));
    return { facts: { width: info.width, height: info.height }, converted: data };
  }
  await decoding(image(bytes).resize(64, 64, { fit: 'inside' }).raw().toBuffer());
  const isGif = contentType === 'image/gif';
  const facts = isGif
    ? { width, height: pageHeight ?? height, animated: pages > 1 }
    : { width: autoOrient.width, height: autoOrient.height };
  const bare = isGif ? gifWithoutMetadata(bytes) : withoutMetadata(bytes, orientation);
  if (bare?.equals(bytes) === true) return { facts };
  const encoded = () => (isGif ? image(bytes, { animated: true }).gif().toBuffer() : encodedAgain(image(bytes)));
  return { facts, converted: bare ?? (await decoding(encoded())) };
};

/** For a JPEG whose segments are broken: only its colour profile is kept of its metadata. */
const encodedAgain = (image: Sharp): Promise<Buffer> =>
  image.autoOrient().keepIccProfile().jpeg({ quality: jpegQuality }).toBuffer();

/** The programs' own words in a picture that is not a JPEG: they may say where and by whom it was made. */
const isBare = async (image: Sharp): Promise<boolean> => {
  const { exif, xmp, iptc, comments } = await image.metadata();
  return exif === undefined && xmp === undefined && iptc === undefined && (comments ?? []).length === 0;
};

/**
 * A picture that is shown in its own type: without metadata, upright, with its colours and its
 * transparency. Undefined where it has none to lose. Throws `Rejected` for what is no picture.
 */
export const barePicture = async (bytes: Buffer): Promise<Buffer | undefined> => {
  const image = await load();
  const { format, orientation = 1 } = await decoding(image(bytes).metadata());
  if (format === 'jpeg') {
    const bare = withoutMetadata(bytes, orientation) ?? (await decoding(encodedAgain(image(bytes))));
    return bare.equals(bytes) ? undefined : bare;
  }
  if (await decoding(isBare(image(bytes)))) return undefined;
  // Every frame of an animation, which has no orientation.
  const whole = format === 'gif' || format === 'webp' ? image(bytes, { animated: true }) : image(bytes);
  return decoding((orientation === 1 ? whole : whole.autoOrient()).keepIccProfile().toBuffer());
};

/** The middle of an image as displayed: a small square JPEG, on white. */
export const shrinkImage = async (bytes: Buffer): Promise<Buffer> => {
  const image = await load();
  const pipeline = image(bytes)
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 75 });
  return decoding(pipeline.toBuffer());
};

/** A poster frame as displayed: rotated, at most 1280 pixels wide, JPEG. */
export const finishPoster = async (frame: Buffer, rotation: number): Promise<Buffer> => {
  const image = await load();
  return image(frame)
    .rotate(rotation)
    .resize(1280, 1280, { fit: 'inside', withoutEnlargement: true })
    .jpeg()
    .toBuffer();
};
