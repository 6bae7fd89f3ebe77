/** The newest answers that are counted, as in EventStoreDB. */
const maxTimes = 1_000;

const quantiles: readonly (readonly [name: string, perMille: number])[] = [
  ...[1, 2, 3, 4, 5].map((fifth) => [`Quintile ${fifth}`, fifth * 200] as const),
  ...[900, 950, 990, 995, 999].map((perMille) => [`${perMille / 10}%`, perMille] as const),
];

/** How long a consumer takes to answer a message: the extra statistics of its group. */
export class AnswerTimes {
  readonly #times: number[] = [];
  #next = 0;

  /** Adds the whole milliseconds from a message to its answer. */
  add(milliseconds: number): void {
    this.#times[this.#next] = Math.max(0, Math.round(milliseconds));
    this.#next = (this.#next + 1) % maxTimes;
  }

  /** Name and milliseconds of each measurement; none before the first answer. */
  measurements(): readonly (readonly [name: string, milliseconds: number])[] {
    const sorted = this.#times.toSorted((one, other) => one - other);
    const [fastest] = sorted;
    if (fastest === undefined) return [];
    const at = (perMille: number): number => sorted[Math.ceil((sorted.length * perMille) / 1000) - 1] ?? fastest;
    const sum = sorted.reduce((total, time) => total + time, 0);
    return [
      ['Mean', Math.round(sum / sorted.length)],
      ['Median', at(500)],
      ['Fastest', fastest],
      ...quantiles.map(([name, perMille]) => [name, at(perMille)] as const),
      ['Highest', at(1000)],
    ];
  }
}
