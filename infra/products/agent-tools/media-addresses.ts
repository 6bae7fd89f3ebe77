import { extname } from 'node:path';

const typeByExtension: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.avi': 'video/x-msvideo',
  '.webm': 'video/webm',
  '.pdf': 'application/pdf',
};

/**
 * Why an address cannot be that of a file on the web; undefined where it can. Local paths cannot.
 */
export const problemWithAddress = (address: string): string | undefined => {
  if (!URL.canParse(address)) return 'must be a public HTTPS URL; local paths cannot be reached';
  return new URL(address).protocol === 'https:' ? undefined : 'must be a public HTTPS URL';
};

/** The media type that the extension of an address names; undefined where it names none. */
export const typeOfAddress = (url: string): string | undefined =>
  typeByExtension[extname(new URL(url).pathname).toLowerCase()];
