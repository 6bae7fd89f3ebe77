import { Refused } from '../kernel/refused.ts';
import { cutText } from '../kernel/stored-text.ts';

export const mediaCategories = ['image', 'video', 'document', 'caption'] as const;
export type MediaCategory = (typeof mediaCategories)[number];

const MiB = 1024 * 1024;

type TypeRule = Readonly<{ category: MediaCategory; extension: string; becomes?: string }>;

/** Every allowed type of a file, its extension, and the type it is converted to. */
const types: Readonly<Record<string, TypeRule>> = {
  'image/jpeg': { category: 'image', extension: 'jpg' },
  'image/png': { category: 'image', extension: 'png', becomes: 'image/jpeg' },
  'image/webp': { category: 'image', extension: 'webp', becomes: 'image/jpeg' },
  'image/gif': { category: 'image', extension: 'gif' },
  'video/mp4': { category: 'video', extension: 'mp4' },
  'video/quicktime': { category: 'video', extension: 'mov' },
  'video/x-msvideo': { category: 'video', extension: 'avi' },
  'video/webm': { category: 'video', extension: 'webm' },
  'application/pdf': { category: 'document', extension: 'pdf' },
  'application/x-subrip': { category: 'caption', extension: 'srt' },
  'text/vtt': { category: 'caption', extension: 'vtt' },
  'text/plain': { category: 'caption', extension: 'txt' },
};

const maxBytesByCategory: Readonly<Record<MediaCategory, number>> = {
  image: 20 * MiB,
  video: 500 * MiB,
  document: 100 * MiB,
  caption: 5 * MiB,
};

/** The largest file of the bulk endpoints, in bytes. */
export const maxBulkVideoBytes = 10 * 1024 * MiB;
export const maxBulkBytes = 20 * 1024 * MiB;
export const maxBulkFiles = 20;

export const supportedTypes: readonly string[] = Object.keys(types);
export const bulkTypes = ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-msvideo', 'video/avi'] as const;
export const bulkVideoTypes = ['video/mp4', 'video/quicktime'] as const;

/** The one spelling of a type: lowercase, without parameters, and the official name where there are several. */
export const normalType = (contentType: string): string => {
  const [bare = ''] = contentType.split(';');
  const type = bare.trim().toLowerCase();
  if (type === 'video/avi' || type === 'video/vnd.avi' || type === 'video/msvideo') return 'video/x-msvideo';
  return type === 'image/jpg' ? 'image/jpeg' : type;
};

export const isSupportedType = (contentType: string): boolean => Object.hasOwn(types, contentType);

const ruleOf = (contentType: string): TypeRule => {
  const rule = Object.hasOwn(types, contentType) ? types[contentType] : undefined;
  if (!rule)
    throw new Refused('VALIDATION_ERROR', `contentType: ${contentType} is not supported`, {
      field: 'contentType',
      supported: supportedTypes,
    });
  return rule;
};

/** Throws VALIDATION_ERROR for a type that no platform takes. */
export const categoryOf = (contentType: string): MediaCategory => ruleOf(contentType).category;

/** What a file of this type is stored as: PNG and WebP become JPEG. */
export const storedTypeOf = (contentType: string): string => ruleOf(contentType).becomes ?? contentType;

export const extensionOf = (contentType: string): string => ruleOf(contentType).extension;

export const maxBytesOf = (category: MediaCategory): number => maxBytesByCategory[category];

/** A supported type in its one spelling, if a file of this size may have it; else VALIDATION_ERROR. */
export const acceptedType = (contentType: string, sizeBytes: number, maxBytes?: number): string => {
  const type = normalType(contentType);
  const limit = maxBytes ?? maxBytesOf(categoryOf(type));
  if (sizeBytes > limit)
    throw new Refused('VALIDATION_ERROR', `sizeBytes: a file of type ${type} may have at most ${limit} bytes`, {
      field: 'sizeBytes',
      maximum: limit,
    });
  return type;
};

/** The name of a file after its conversion to another type: `photo.PNG` becomes `photo.jpg`. */
export const filenameFor = (filename: string, from: string, to: string): string => {
  if (from === to) return filename;
  const stem = filename.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  return `${cutText(stem, 250)}.${extensionOf(to)}`;
};
