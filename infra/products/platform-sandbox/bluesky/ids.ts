import { createHash, randomBytes } from 'node:crypto';
import type { SandboxWorld } from '../platform.ts';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const sortable = '234567abcdefghijklmnopqrstuvwxyz';

const encoded = (bytes: Uint8Array): string => {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += base32[(value >>> (bits - 5)) & 31];
    value &= 0xff;
  }
  return bits > 0 ? text + base32[(value << (5 - bits)) & 31] : text;
};

/** A CIDv1 over a SHA-256 digest: `raw` for blobs, `dag-cbor` for records. */
const cid = (codec: 0x55 | 0x71, digest: Uint8Array): string =>
  `b${encoded(Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), digest]))}`;

export const blobCid = (sha256: string): string => cid(0x55, Buffer.from(sha256, 'hex'));

/** The address of a record's content: equal records have equal addresses. (Over JSON here, not over DAG-CBOR.) */
export const recordCid = (record: unknown): string => {
  const ordered = JSON.stringify(record, (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return cid(0x71, createHash('sha256').update(ordered).digest());
};

export const newDid = (): string => `did:plc:${encoded(randomBytes(15))}`;

/** A fresh record key of the server's own: time, then a running number. */
export const newTid = async (world: SandboxWorld): Promise<string> => {
  const clock = BigInt((await world.store.next()) % 1024);
  let value = ((BigInt(world.now().getTime()) * 1000n) << 10n) | clock;
  let text = '';
  for (let place = 0; place < 13; place += 1, value >>= 5n) text = sortable[Number(value & 31n)] + text;
  return text;
};

/** atproto.com: record keys of type tid. */
export const isTid = (text: string): boolean => /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/.test(text);

export const partsOf = (uri: string): Readonly<{ repo: string; collection: string; rkey: string }> => {
  const [repo = '', collection = '', rkey = ''] = uri.replace(/^at:\/\//, '').split('/');
  return { repo, collection, rkey };
};
