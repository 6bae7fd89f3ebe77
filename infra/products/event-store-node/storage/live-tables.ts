/*
 * Which tables LevelDB reads is in its manifest: a log of version edits. The formats are those of LevelDB's
 * `doc/log_format.md` and `db/version_edit.cc`.
 */

const blockSize = 32_768;
const headerSize = 7;

const parts = { full: 1, first: 2, last: 4 } as const;

/** The records of a log. One that was not written to its end is left out. */
function* recordsOf(log: Buffer): Generator<Buffer> {
  let whole: Buffer[] = [];
  for (let offset = 0; offset + headerSize <= log.length;) {
    const left = blockSize - (offset % blockSize);
    if (left < headerSize) {
      offset += left;
      continue;
    }
    const start = offset + headerSize;
    const end = start + log.readUInt16LE(offset + 4);
    const part = log.readUInt8(offset + 6);
    if (end > log.length) return;
    const data = log.subarray(start, end);
    whole = part === parts.full || part === parts.first ? [data] : [...whole, data];
    if (part === parts.full || part === parts.last) yield Buffer.concat(whole);
    offset = end;
  }
}

/** Reads the numbers and texts of a version edit, in their order. */
class Edit {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#data.length;
  }

  /** A number in groups of seven bits, the lowest first. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#data.readUInt8(this.#at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  skipText(): void {
    const length = this.number();
    this.#at += length;
  }
}

/** The tags of `db/version_edit.cc`. */
const tags = {
  comparator: 1,
  logNumber: 2,
  nextFile: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLog: 9,
} as const;

/**
 * The numbers of the tables that a manifest names. LevelDB deletes any other table when it opens the
 * folder, such as one that was being written when its process was killed. Throws where an edit has
 * another shape.
 */
export const liveTables = (manifest: Buffer): ReadonlySet<number> => {
  const live = new Set<number>();
  for (const record of recordsOf(manifest)) {
    const edit = new Edit(record);
    while (!edit.isAtEnd) {
      const tag = edit.number();
      if (tag === tags.comparator) edit.skipText();
      else if ([tags.logNumber, tags.nextFile, tags.lastSequence, tags.previousLog].some((known) => known === tag))
        edit.number();
      else if (tag === tags.compactPointer) {
        edit.number();
        edit.skipText();
      } else if (tag === tags.deletedFile) {
        edit.number();
        live.delete(edit.number());
      } else if (tag === tags.newFile) {
        edit.number();
        live.add(edit.number());
        edit.number();
        edit.skipText();
        edit.skipText();
      } else throw new Error(`a version edit has the unknown tag ${tag}`);
    }
  }
  return live;
};
