import type { Mode } from '../../../../domain/kernel/mode.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The permission of a signed address: to PUT one file of this type and length before it expires.
 */
export type Permission = Readonly<{
  key: string;
  contentType: string;
  sizeBytes: number;
  /** Whether the file must have this length, or may be shorter. */
  exactSize: boolean;
  /** Unix seconds, on the clock named. */
  expires: number;
  clock: Mode;
}>;

const signatureOf = (secret: Buffer, { key, contentType, sizeBytes, exactSize, expires, clock }: Permission): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['PUT', key, contentType, sizeBytes, exactSize, expires, clock]))
    .digest();

export const signedUrl = (secret: Buffer, base: string, permission: Permission): string => {
  const query = new URLSearchParams({
    type: permission.contentType,
    [permission.exactSize ? 'size' : 'maxsize']: String(permission.sizeBytes),
    expires: String(permission.expires),
    ...(permission.clock === 'test' ? { clock: 'test' } : {}),
    signature: signatureOf(secret, permission).toString('base64url'),
  });
  return `${base}/${permission.key}?${query.toString()}`;
};

/**
 * The permission in an address, if it is genuine. The caller checks whether it has expired.
 * Constant time.
 */
export const permissionIn = (secret: Buffer, key: string, query: URLSearchParams): Permission | undefined => {
  const permission: Permission = {
    key,
    contentType: query.get('type') ?? '',
    sizeBytes: Number(query.get('size') ?? query.get('maxsize') ?? Number.NaN),
    exactSize: query.has('size'),
    expires: Number(query.get('expires') ?? Number.NaN),
    clock: query.get('clock') === 'test' ? 'test' : 'live',
  };
  const given = Buffer.from(query.get('signature') ?? '', 'base64url');
  const right = signatureOf(secret, permission);
  return given.length === right.length && timingSafeEqual(given, right) ? permission : undefined;
};
