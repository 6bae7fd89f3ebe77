/**
 * Writes a protocol buffers message, those within it in place: no object is made for any of them.
 * Source: Protocol Buffers documentation, "Encoding".
 */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(2048);
  #at = 0;

  /** A whole number; what a double does not hold exactly throws. */
  number(field: number, value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no number to be written`);
    this.#varint(field << 3);
    this.#varint(value);
  }

  /** Bytes that are UTF-8, or a string. */
  text(field: number, value: string): void {
    const length = Buffer.byteLength(value);
    this.#varint((field << 3) | 2);
    this.#varint(length);
    this.#makeRoom(length);
    this.#at += this.#bytes.write(value, this.#at);
  }

  /** A message within this one, made of what `write` writes. */
  message(field: number, write: () => void): void {
    this.#varint((field << 3) | 2);
    const start = this.#at + 1;
    this.#makeRoom(1);
    this.#at = start;
    write();
    const end = this.#at;
    // Its length is known only now: what is longer than one byte can tell moves on.
    for (let length = end - start; length >= 0x80; length = Math.floor(length / 0x80)) this.#at++;
    this.#makeRoom(0);
    this.#bytes.copyWithin(this.#at - (end - start), start, end);
    const next = this.#at;
    this.#at = start - 1;
    this.#varint(end - start);
    this.#at = next;
  }

  /** The message so far. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  #varint(value: number): void {
    this.#makeRoom(8);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#at++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#at++] = rest;
  }

  #makeRoom(length: number): void {
    if (this.#at + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#at + length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
