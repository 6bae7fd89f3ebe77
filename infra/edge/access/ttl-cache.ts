import { LRUCache } from 'lru-cache';

/**
 * Caches answers by key. Results that were not found are not cached, nor are lookups that began
 * before a `clear`.
 */
export class TtlCache<Answer extends object> {
  readonly #answers: LRUCache<string, Answer>;
  #generation = 0;

  constructor(ttlMs: number, maxEntries = 5000) {
    this.#answers = new LRUCache({ max: maxEntries, ttl: ttlMs });
  }

  async get(key: string, ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept;
    const generation = this.#generation;
    const answer = await ask();
    // A lookup that began before a `clear` may return outdated data.
    if (answer !== undefined && generation === this.#generation) this.#answers.set(key, answer);
    return answer;
  }

  clear(): void {
    this.#generation += 1;
    this.#answers.clear();
  }
}
