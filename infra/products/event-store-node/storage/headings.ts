import { streamBytesOf, streamNumberOf, typeBytesOf } from '../log/record.ts';
import type { EventFilter } from '../subscriptions/event-filter.ts';

/** So many positions share a record of headings. A name of the record is known by one byte. */
export const blockSize = 128;

export const blockOf = (position: number): number => Math.floor(position / blockSize);

/** The place of a position without an event. */
const absent = 0xff;

/*
 * A record of headings: the number of its block, the place of the stream of each position in the first list of names, the place of
 * its type in the second, the offset of the second list, and both lists.
 */
const streamPlaces = 6;
const typePlaces = streamPlaces + blockSize;
const typesOffset = typePlaces + blockSize;
const streamsStart = typesOffset + 4;
const lengthSize = 4;

class Names<Key> {
  readonly #places = new Map<Key, number>();
  readonly #encoded: Buffer[] = [];

  placeOf(key: Key): number | undefined {
    return this.#places.get(key);
  }

  add(key: Key, name: Buffer): number {
    // A copy, because a view would keep the whole event in memory.
    const encoded = Buffer.allocUnsafe(lengthSize + name.length);
    encoded.writeUInt32LE(name.length);
    encoded.set(name, lengthSize);
    this.#encoded.push(encoded);
    const place = this.#places.size;
    this.#places.set(key, place);
    return place;
  }

  encode(): Buffer {
    return Buffer.concat(this.#encoded);
  }
}

/**
 * The headings of a block: the stream and the type of each of its events. A filter that lets few events through reads these in place of
 * the events, and tests each name once.
 */
export class Headings {
  readonly block: number;
  readonly #places = Buffer.alloc(streamsStart, absent);
  readonly #streams = new Names<number>();
  readonly #types = new Names<string>();

  constructor(block: number) {
    this.block = block;
    this.#places.writeUIntBE(block, 0, 6);
  }

  add(position: number, record: Buffer): void {
    const at = position % blockSize;
    const stream = streamNumberOf(record);
    const type = typeBytesOf(record);
    const typeKey = type.toString('latin1');
    this.#places[streamPlaces + at] = this.#streams.placeOf(stream) ?? this.#streams.add(stream, streamBytesOf(record));
    this.#places[typePlaces + at] = this.#types.placeOf(typeKey) ?? this.#types.add(typeKey, type);
  }

  encode(): Buffer {
    const streams = this.#streams.encode();
    this.#places.writeUInt32LE(streamsStart + streams.length, typesOffset);
    return Buffer.concat([this.#places, streams, this.#types.encode()]);
  }
}

/** For each name of a list whether it passes. */
const passing = (list: Buffer, { test }: EventFilter): readonly boolean[] => {
  const passes: boolean[] = [];
  for (let at = 0; at < list.length;) {
    const start = at + lengthSize;
    const end = start + list.readUInt32LE(at);
    passes.push(test(list, start, end));
    at = end;
  }
  return passes;
};

/** The first position of the block that a record of headings is of. */
const startOf = (headings: Buffer): number => headings.readUIntBE(0, 6) * blockSize;

/** The positions whose names pass, in ascending order. */
export const positionsIn = (headings: Buffer, filter: EventFilter): readonly number[] => {
  const typesStart = headings.readUInt32LE(typesOffset);
  const isOnType = filter.on === 'type';
  const names = isOnType ? headings.subarray(typesStart) : headings.subarray(streamsStart, typesStart);
  const passes = passing(names, filter);
  const positions: number[] = [];
  if (!passes.includes(true)) return positions;
  const places = isOnType ? typePlaces : streamPlaces;
  const start = startOf(headings);
  for (let at = 0; at < blockSize; at += 1) if (passes[headings[places + at] ?? absent]) positions.push(start + at);
  return positions;
};
