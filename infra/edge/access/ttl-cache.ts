import { LRUCache } from 'lru-cache';

/** Answers kept for a while, by key. Nothing is kept of what was not found, nor of questions asked before a `clear`. */
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
    // An answer to a question from before a `clear` may be outdated already.
    if (answer !== undefined && generation === this.#generation) this.#answers.set(key, answer);
    return answer;
  }

  clear(): void {
    this.#generation += 1;
    this.#answers.clear();
  }
}
