import type { SeenStream } from './seen-stream.ts';

/**
 * Streams as this process last saw them, to decide on without reading first. What it holds may be old, so an answer of it counts only when an
 * append at its revision succeeded. Bounded by events; the streams used longest ago go first.
 */
export class StreamCache {
  readonly #streams = new Map<string, SeenStream>();
  readonly #maxEvents: number;
  #events = 0;

  constructor(maxEvents = 50_000) {
    this.#maxEvents = maxEvents;
  }

  get(stream: string): SeenStream | undefined {
    const held = this.#streams.get(stream);
    if (!held) return undefined;
    this.#streams.delete(stream);
    this.#streams.set(stream, held);
    return held;
  }

  put(stream: string, seen: SeenStream): void {
    this.drop(stream);
    if (seen.events.length > this.#maxEvents / 10) return;
    this.#streams.set(stream, seen);
    this.#events += seen.events.length;
    for (const oldest of this.#streams.keys()) {
      if (this.#events <= this.#maxEvents) return;
      this.drop(oldest);
    }
  }

  drop(stream: string): void {
    this.#events -= this.#streams.get(stream)?.events.length ?? 0;
    this.#streams.delete(stream);
  }
}
