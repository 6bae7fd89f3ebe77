/** A message that breaks the protobuf wire format. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

const highWord = 2 ** 32;

/**
 * Walks the fields of one protobuf message without copying: `bytes` and `message` are views of the
 * received buffer. Frequent requests are read this way, because building message objects costs more
 * than storing the events.
 */
export class WireReader {
  private offset: number;
  private readonly end: number;
  /** The wire type of the field `next` has moved to. */
  wireType = 0;

  private readonly buffer: Buffer;

  constructor(buffer: Buffer, start = 0, end = buffer.length) {
    this.buffer = buffer;

    this.offset = start;
    this.end = end;
  }

  /** The number of the next field, or 0 at the end of the message. */
  next(): number {
    if (this.offset >= this.end) return 0;
    const tag = this.uint64();
    this.wireType = tag & 7;
    const field = tag >>> 3;
    if (field === 0) throw new MalformedMessage('field number 0');
    return field;
  }

  /**
   * An unsigned varint. Above 2^53 the value is rounded: callers only compare such values with
   * bounds.
   */
  uint64(): number {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.offset >= this.end) throw new MalformedMessage('truncated varint');
      const byte = this.buffer[this.offset++] ?? 0;
      const bits = byte & 0x7f;
      if (shift < 28) low += bits * 2 ** shift;
      else if (shift === 28) {
        low += (bits & 0xf) * 2 ** 28;
        high += bits >>> 4;
      } else high += bits * 2 ** (shift - 32);
      if (byte < 0x80) return (high % highWord) * highWord + low;
    }
    throw new MalformedMessage('varint of more than ten bytes');
  }

  /** A 64-bit varint with all its bits, in two's complement. */
  int64(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (this.offset >= this.end) throw new MalformedMessage('truncated varint');
      const byte = this.buffer[this.offset++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new MalformedMessage('varint of more than ten bytes');
  }

  /** A length-delimited field, as a view. */
  bytes(): Buffer {
    const length = this.uint64();
    const start = this.offset;
    if (start + length > this.end) throw new MalformedMessage('truncated field');
    this.offset = start + length;
    return this.buffer.subarray(start, this.offset);
  }

  /** A nested message. */
  message(): WireReader {
    const length = this.uint64();
    const start = this.offset;
    if (start + length > this.end) throw new MalformedMessage('truncated field');
    this.offset = start + length;
    return new WireReader(this.buffer, start, this.offset);
  }

  /** Skips the field. */
  skip(): void {
    if (this.wireType === 0) this.int64();
    else if (this.wireType === 1) this.advance(8);
    else if (this.wireType === 2) this.bytes();
    else if (this.wireType === 5) this.advance(4);
    else throw new MalformedMessage(`wire type ${this.wireType}`);
  }

  private advance(count: number): void {
    if (this.offset + count > this.end) throw new MalformedMessage('truncated field');
    this.offset += count;
  }
}

/** The encoded size of an unsigned integer below 2^53. */
export const varintLength = (value: number): number => {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x200000) return 3;
  if (value < 0x10000000) return 4;
  let length = 4;
  for (let rest = Math.floor(value / 0x10000000); rest > 0; rest = Math.floor(rest / 0x80)) length += 1;
  return length;
};

/** Writes an unsigned integer below 2^53 and returns the offset after it. */
export const writeVarint = (target: Buffer, offset: number, value: number): number => {
  let rest = value;
  while (rest >= 0x80000000) {
    target[offset++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  while (rest >= 0x80) {
    target[offset++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  target[offset++] = rest;
  return offset;
};
