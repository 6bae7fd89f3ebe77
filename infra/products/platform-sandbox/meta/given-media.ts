import type { SandboxWorld } from '../platform.ts';
import { received, sniffed } from '../received.ts';

export type GivenMedia = Readonly<{ type: string; url: string; bytes?: number }>;
export type BadMedia = 'malformed' | 'unreachable';

const byExtension: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
};

const isAddress = (url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') &&
  url.username === '' &&
  (url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname === '[::1]');

/** The bytes at an address of this service's own media, measured as they stream. */
const fetched = async (url: URL): Promise<GivenMedia | BadMedia> => {
  try {
    const reply = await fetch(url, { redirect: 'error' });
    if (!reply.ok) {
      await reply.body?.cancel();
      return 'unreachable';
    }
    const { bytes, head } = await received(reply.body);
    return { type: sniffed(head) ?? 'application/octet-stream', url: url.toString(), bytes };
  } catch {
    return 'unreachable';
  }
};

/**
 * Media given by address, with the facts that the platform would find out. Only addresses of this
 * service's own media are really fetched. Of any other address only the form is checked, and the
 * type comes from the name, or is `otherwise`.
 */
export const givenMedia = async (
  world: SandboxWorld,
  address: string,
  otherwise: string,
): Promise<GivenMedia | BadMedia> => {
  if (!URL.canParse(address)) return 'malformed';
  const url = new URL(address);
  if (!isAddress(url)) return 'malformed';
  if (world.mediaBase !== undefined && url.toString().startsWith(world.mediaBase)) return fetched(url);
  const extension = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  return { type: byExtension[extension] ?? otherwise, url: address };
};
