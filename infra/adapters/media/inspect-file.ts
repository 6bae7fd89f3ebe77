import type { MeasuredFacts } from '../../../domain/media/media-events.ts';
import { categoryOf, isSupportedType, maxBytesOf } from '../../../domain/media/media-types.ts';
import type { ReceivedFile } from '../../../domain/media/processing.ts';
import { collect } from './collect.ts';
import { processImage } from './image.ts';
import { Rejected } from './rejected.ts';
import { type Readable, sniffType } from './sniff.ts';
import { placesInMp4, type Blanks } from './mp4-metadata.ts';
import { type Excerpt, measureVideo } from './video.ts';
import { cutText, storable } from '../../../domain/kernel/stored-text.ts';

/** What the readers need to know of a file. */
export type FileToInspect = Pick<ReceivedFile, 'contentType' | 'sizeBytes' | 'maxBytes'>;

/** What the bytes of a file say of it. */
export type Inspected = Readonly<{
  /** Its type by its bytes. */
  contentType: string;
  facts: MeasuredFacts;
  /** The form in which it is stored, where that is another. */
  converted?: Buffer;
  /** What of it is made blank, if the rest is stored unchanged. */
  blanks?: Blanks;
  /** What a poster can be made of. */
  excerpt?: Excerpt;
}>;

/** The largest side of a picture that any supported format can describe in its own header. */
const maxSidePixels = 65_535;
/** The types whose files are of boxes (ISO/IEC 14496-12). */
const isoTypes: readonly string[] = ['video/mp4', 'video/quicktime'];
const maxDurationMs = 30 * 24 * 60 * 60 * 1000;

/**
 * An announced size of the same category was checked when it was announced. Any other size is
 * checked against its type's own limit.
 */
const limitFor = (file: FileToInspect, actual: string): number => {
  const category = categoryOf(actual);
  const announced = isSupportedType(file.contentType) && categoryOf(file.contentType) === category;
  return announced && file.maxBytes !== undefined ? file.maxBytes : maxBytesOf(category);
};

/** Facts are what a header claims, so a fact that no picture or film can have rejects the file. */
const possible = (facts: MeasuredFacts): MeasuredFacts => {
  for (const side of [facts.width, facts.height])
    if (side !== undefined && !(side >= 1 && side <= maxSidePixels))
      throw new Rejected('The file has no possible size');
  const { durationMs } = facts;
  if (durationMs !== undefined && !(durationMs >= 0 && durationMs <= maxDurationMs))
    throw new Rejected('The file has no possible duration');
  return facts.codec === undefined ? facts : { ...facts, codec: storable(cutText(facts.codec, 100)) };
};

const readFacts = async (
  file: FileToInspect,
  contentType: string,
  open: Readable,
): Promise<Omit<Inspected, 'contentType'>> => {
  switch (categoryOf(contentType)) {
    case 'image':
      return processImage(await collect(await open(), maxBytesOf('image')), contentType);
    case 'video': {
      const { facts, excerpt } = await measureVideo({ contentType, sizeBytes: file.sizeBytes, open });
      const blanks = isoTypes.includes(contentType) ? await placesInMp4(open, file.sizeBytes) : undefined;
      return { facts, ...(excerpt ? { excerpt } : {}), ...(blanks ? { blanks } : {}) };
    }
    case 'document':
    case 'caption':
      return { facts: {} };
  }
};

/**
 * A file's type is read from its bytes, never from its name. Images are measured and normalised,
 * videos measured, documents and captions recognised. Throws `Rejected` for a file at fault.
 *
 * The bytes are hostile, and the parsers are large: run it in a process that may die.
 */
export const inspectFile = async (file: FileToInspect, open: Readable): Promise<Inspected> => {
  const contentType = await sniffType(file.contentType, open);
  const limit = limitFor(file, contentType);
  if (file.sizeBytes > limit) throw new Rejected(`The file has ${file.sizeBytes} bytes; ${limit} are the most`);
  const read = await readFacts(file, contentType, open);
  return { ...read, contentType, facts: possible(read.facts) };
};
