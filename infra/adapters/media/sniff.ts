import { categoryOf, isSupportedType, maxBytesOf, normalType } from '../../../domain/media/media-types.ts';
import type { ByteRange } from '../../../domain/media/object-storage.ts';
import { collect } from './collect.ts';
import { Rejected } from './rejected.ts';

/** Enough for the signatures of all supported types. */
const headBytes = 16 * 1024;

export type Readable = (range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;

/** The library's names for types that the service names otherwise. */
const spelled: Readonly<Record<string, string>> = { 'video/x-m4v': 'video/mp4', 'image/apng': 'image/png' };

const isText = (bytes: Buffer): boolean => {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
};

/** Text has no signature: the declared type holds if the bytes are text of that form. */
const captionType = async (declared: string, open: Readable): Promise<string> => {
  const bytes = await collect(await open(), maxBytesOf('caption'));
  if (!isText(bytes)) throw new Rejected('The file is not UTF-8 text');
  const text = bytes.toString('utf8');
  if (declared === 'text/vtt' && !/^\uFEFF?WEBVTT(\s|$)/.test(text)) throw new Rejected('The file is not WebVTT');
  if (declared === 'application/x-subrip' && !text.includes('-->')) throw new Rejected('The file is not SubRip');
  return declared;
};

/**
 * The type of a file, by its bytes. `declared` decides only where bytes cannot (text), and must be
 * of the same category. Throws `Rejected` for any type the service does not take.
 */
export const sniffType = async (declared: string, open: Readable): Promise<string> => {
  const { fileTypeFromBuffer } = await import('file-type');
  const head = await collect(await open({ start: 0, end: headBytes }), headBytes);
  const known = isSupportedType(declared) ? categoryOf(declared) : undefined;
  const found = await fileTypeFromBuffer(head);
  if (!found) {
    if (known === 'caption') return captionType(declared, open);
    throw new Rejected(`The file is not recognised as ${known === undefined ? 'any supported type' : declared}`);
  }
  const type = normalType(spelled[found.mime] ?? found.mime);
  if (!isSupportedType(type)) throw new Rejected(`The file is ${found.mime}, which is not supported`);
  if (known !== undefined && categoryOf(type) !== known) throw new Rejected(`The file is ${type}, not ${declared}`);
  return type;
};
