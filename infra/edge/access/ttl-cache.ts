/** Answers kept for a while, by key. Nothing is kept of what was not found, nor of questions asked before a `clear`. */
export class TtlCache<Answer> {
  readonly #forMs: number;
  readonly #most: number;
  readonly #kept = new Map<string, Readonly<{ answer: Answer; until: number }>>();
  #era = 0;

  constructor(forMs: number, most = 5000) {
    this.#forMs = forMs;
    this.#most = most;
  }

  async get(key: string, ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.answer;
    const era = this.#era;
    const answer = await ask();
    // What was asked before everything was forgotten may be old already.
    if (answer === undefined || era !== this.#era) return answer;
    this.#kept.delete(key);
    this.#kept.set(key, { answer, until: performance.now() + this.#forMs });
    if (this.#kept.size > this.#most) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    return answer;
  }

  clear(): void {
    this.#era += 1;
    this.#kept.clear();
  }
}
