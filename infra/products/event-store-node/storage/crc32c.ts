const polynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32C (Castagnoli) of part of a buffer. */
export const crc32c = (data: Buffer, start: number, end: number): number => {
  let crc = 0xffffffff;
  for (let at = start; at < end; at += 1) {
    crc = (table[(crc ^ (data[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
};
