export type WrittenEvent = Readonly<{ stream: string; revision: number; position: number }>;

/**
 * The ids of the latest events, by which a resent append is recognised. Two generations bound the
 * memory: a full young generation becomes the old one. As on the real server, an append without an
 * exact expected revision is recognised only while its ids are in here.
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
