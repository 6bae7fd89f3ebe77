/** ITU-T T.81, annex B: markers without a length. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
const endOfImage = 0xd9;
const startOfScan = 0xda;
const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
const comment = 0xfe;

const beginsWith = (payload: Buffer, text: string): boolean => payload.toString('latin1', 0, text.length) === text;

/**
 * Whether a decoder needs the segment to show the picture: the frame of JFIF, the colour profile, and
 * the colour transform of Adobe. Everything else of applications says where, when, by whom and with
 * which device a picture was made.
 */
const isShown = (marker: number, payload: Buffer): boolean => {
  if (marker === comment) return false;
  if (!isApplication(marker)) return true;
  if (marker === 0xe0) return beginsWith(payload, 'JFIF\0');
  if (marker === 0xe2) return beginsWith(payload, 'ICC_PROFILE\0');
  return marker === 0xee && beginsWith(payload, 'Adobe');
};

/** An Exif segment that has the orientation and nothing else (Exif 2.32, 4.6). */
const orientationSegment = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xe1, 0x00, 0x22]),
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]);

/** The end of the entropy-coded bytes that begin at `from`: the next marker that is no restart and no stuffed byte. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
};

/**
 * A JPEG without what its camera and its programs wrote about it, except its orientation. The picture
 * itself is not encoded again. Undefined where the segments cannot be followed.
 */
export const withoutMetadata = (bytes: Buffer, orientation: number): Buffer | undefined => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const kept: Buffer[] = [];
  let oriented = orientation === 1;
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff) return undefined;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined) return undefined;
    if (standsAlone(marker)) {
      kept.push(bytes.subarray(at, at + 2));
      // Cameras append further pictures, with metadata of their own.
      if (marker === endOfImage) break;
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return undefined;
    const isJfif = marker === 0xe0;
    if (!oriented && !isJfif) {
      kept.push(orientationSegment(orientation));
      oriented = true;
    }
    if (isShown(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end));
    at = end;
    if (marker !== startOfScan) continue;
    const after = endOfScan(bytes, at);
    kept.push(bytes.subarray(at, after));
    at = after;
    // A picture without its end marker is shown by decoders.
    if (at >= bytes.length) break;
  }
  return Buffer.concat([bytes.subarray(0, 2), ...kept]);
};
