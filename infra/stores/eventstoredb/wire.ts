/**
 * Walks through the fields of a protocol buffers message in place: no object is made for what is not asked for. A class of methods rather
 * than functions that call functions made on the way, for this is run for every field of every event of a log.
 * Source: Protocol Buffers documentation, "Encoding".
 */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;
  /** The number of the field. */
  field = 0;
  /** Its value, where it is a whole number. */
  value = 0;
  /** Where its bytes begin and end, where it has bytes. */
  from = 0;
  to = 0;

  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
  }

  /** Goes on to the next field; false at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    this.field = tag >>> 3;
    switch (tag & 7) {
      case 0:
        this.value = this.#varint();
        return true;
      case 1:
        this.#at += 8;
        return true;
      case 2: {
        const length = this.#varint();
        this.from = this.#at;
        this.to = this.#at + length;
        this.#at = this.to;
        return true;
      }
      case 5:
        this.#at += 4;
        return true;
      default:
        throw new RangeError(`wire type ${tag & 7} is not read`);
    }
  }

  /** Throws beyond what a double holds exactly: a position must not be rounded. */
  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('the message ends in the middle of a number');
      value += (byte & 0x7f) * factor;
      if (byte >= 0x80) continue;
      if (!Number.isSafeInteger(value)) throw new RangeError('a number is larger than can be held exactly');
      return value;
    }
  }
}
