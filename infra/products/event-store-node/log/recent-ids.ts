export type WrittenEvent = Readonly<{ stream: string; revision: number; position: number }>;

/**
 * The ids of the latest events, for recognising a resent append. Two generations bound the memory: when the young one
 * is full it becomes the old one. Appends without an exact expected revision are recognised only as long as this
 * remembers them, as with the real server.
 */
export class RecentIds {
  private young = new Map<string, WrittenEvent>();
  private old = new Map<string, WrittenEvent>();

  private readonly generation: number;

  constructor(generation = 25_000) {
    this.generation = generation;
  }

  add(id: string, event: WrittenEvent): void {
    this.young.set(id, event);
    if (this.young.size < this.generation) return;
    this.old = this.young;
    this.young = new Map();
  }

  find(id: string): WrittenEvent | undefined {
    return this.young.get(id) ?? this.old.get(id);
  }
}
