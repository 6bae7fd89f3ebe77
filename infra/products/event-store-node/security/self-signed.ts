import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** PEM texts. */
export type Identity = Readonly<{ cert: string; key: string }>;

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const objectId = (text: string): Buffer => tlv(0x06, hex(text));
const octets = (part: Uint8Array): Buffer => tlv(0x04, part);
const time = (at: Date): Buffer =>
  tlv(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`, 'ascii'));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const commonName = '550403';
const basicConstraints = '551d13';
const alternativeName = '551d11';
const yes = tlv(0x01, Buffer.from([0xff]));

const dayMs = 86_400_000;
const validDays = 36_500;

/**
 * A certificate of its own authority for 127.0.0.1 and localhost, with a new key (P-256). Clients trust it by its file
 * and by nothing else.
 */
export const selfSigned = (now = new Date()): Identity => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(tlv(0x31, sequence(objectId(commonName), tlv(0x0c, Buffer.from('event store node')))));
  const extensions = sequence(
    sequence(objectId(basicConstraints), yes, octets(sequence(yes))),
    sequence(
      objectId(alternativeName),
      octets(sequence(tlv(0x87, Buffer.from([127, 0, 0, 1])), tlv(0x82, Buffer.from('localhost')))),
    ),
  );
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    // Positive, and never the same: clients may remember serial numbers.
    tlv(0x02, Buffer.from([1]), randomBytes(15)),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now.getTime() - dayMs)), time(new Date(now.getTime() + validDays * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
