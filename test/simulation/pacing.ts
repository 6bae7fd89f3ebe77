import type { Pacing } from '../../processes/posts/ports.ts';
import type { Io } from './service.ts';

const windowMs = 60_000;

/** A ceiling of so many sends a minute and account; the same key takes one place only. */
export class MemoryPacing {
  readonly #places = new Map<string, { key: string; at: number; sends: number }[]>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  over(io: Io): Pacing {
    return {
      take: ({ accountId, key, sends, now }) =>
        io('the pacing', () => {
          const places = (this.#places.get(accountId) ?? []).filter(({ at }) => at > now.getTime() - windowMs);
          if (places.some((place) => place.key === key)) return undefined;
          const taken = places.reduce((sum, place) => sum + place.sends, 0);
          const oldest = places[0];
          if (oldest && taken + sends > this.#most) return new Date(oldest.at + windowMs).toISOString();
          this.#places.set(accountId, [...places, { key, at: now.getTime(), sends }]);
          return undefined;
        }),
    };
  }
}
